// Words that explain themselves when they are pointed at, focused or tapped.
import { GLOSSARY } from './words.js';

const GAP = 8;

export function wireGlossary(tip) {
  let open = null;
  const hide = () => {
    open?.removeAttribute('aria-describedby');
    open = null;
    tip.hidden = true;
  };
  const show = (term) => {
    hide();
    open = term;
    tip.textContent = GLOSSARY[term.dataset.term];
    tip.hidden = false;
    term.setAttribute('aria-describedby', tip.id);
    const at = term.getBoundingClientRect(), box = tip.getBoundingClientRect();
    const below = at.bottom + GAP + box.height < innerHeight;
    tip.style.left = `${Math.max(GAP, Math.min(innerWidth - box.width - GAP, at.left))}px`;
    tip.style.top = `${below ? at.bottom + GAP : at.top - GAP - box.height}px`;
  };
  const term = (event) => event.target.closest?.('.term');
  for (const type of ['pointerover', 'focusin', 'click']) document.addEventListener(type, (event) => {
    if (term(event)) show(term(event));
    else if (type !== 'focusin' && !tip.contains(event.target)) hide();
  });
  document.addEventListener('focusout', (event) => { if (term(event)) hide(); });
  document.addEventListener('keydown', (event) => { if (event.key === 'Escape') hide(); });
  addEventListener('scroll', hide, { passive: true });
}
