// Five stops that say what there is to see. It stands beside the page, which can be used meanwhile.
import { TOUR } from './words.js';

const $ = (id) => document.getElementById(id);

export function wireTour() {
  let stop = 0, before = null;
  const clear = () => document.querySelector('.toured')?.classList.remove('toured');
  const go = (next) => {
    stop = next;
    clear();
    const [place, title, words] = TOUR[stop], target = document.querySelector(place);
    $('tour-count').textContent = `${stop + 1} of ${TOUR.length}`;
    $('tour-title').textContent = title;
    $('tour-words').textContent = words;
    $('tour-back').disabled = stop === 0;
    $('tour-next').textContent = stop === TOUR.length - 1 ? 'Done' : 'Next';
    target.classList.add('toured');
    target.scrollIntoView({ block: 'center', behavior: matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth' });
  };
  const end = () => {
    clear();
    $('tour').hidden = true;
    before?.focus();
  };
  $('tour-start').addEventListener('click', () => {
    before = document.activeElement;
    $('tab-play').click();
    $('tour').hidden = false;
    go(0);
    $('tour').focus({ preventScroll: true });
  });
  $('tour-next').addEventListener('click', () => stop === TOUR.length - 1 ? end() : go(stop + 1));
  $('tour-back').addEventListener('click', () => go(stop - 1));
  $('tour-end').addEventListener('click', end);
  $('tour').addEventListener('keydown', (event) => { if (event.key === 'Escape') end(); });
}
