// SPDX-License-Identifier: Apache-2.0
package dear.tensor.safetensors;

import java.nio.ByteBuffer;
import java.nio.channels.NonWritableChannelException;
import java.nio.channels.SeekableByteChannel;

/** A read-only file in memory. */
final class ByteArrayChannel implements SeekableByteChannel {
  private final byte[] bytes;
  private long position;

  ByteArrayChannel(byte[] bytes) {
    this.bytes = bytes;
  }

  @Override
  public int read(ByteBuffer target) {
    if (position >= bytes.length) {
      return -1;
    }
    int count = (int) Math.min(target.remaining(), bytes.length - position);
    target.put(bytes, (int) position, count);
    position += count;
    return count;
  }

  @Override
  public int write(ByteBuffer source) {
    throw new NonWritableChannelException();
  }

  @Override
  public long position() {
    return position;
  }

  @Override
  public SeekableByteChannel position(long newPosition) {
    position = newPosition;
    return this;
  }

  @Override
  public long size() {
    return bytes.length;
  }

  @Override
  public SeekableByteChannel truncate(long size) {
    throw new NonWritableChannelException();
  }

  @Override
  public boolean isOpen() {
    return true;
  }

  @Override
  public void close() {}
}
