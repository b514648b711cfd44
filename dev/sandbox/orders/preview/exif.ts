/** Reads the orientation of photos. Cameras do not rotate a JPEG, but store the orientation in its EXIF data. */

/** Quarter turns by EXIF orientation. */
const quarterTurns: Readonly<Record<number, number>> = { 3: 2, 6: 1, 8: 3 };

/** Returns how many quarter turns clockwise make the image upright. Mirrored images stay mirrored. */
export function quarterTurnsOf(jpeg: Uint8Array): number {
  const view = new DataView(jpeg.buffer, jpeg.byteOffset, jpeg.byteLength);
  const within = (at: number, length: number): boolean => at + length <= view.byteLength;
  let at = 2;
  while (within(at, 10) && view.getUint8(at) === 0xff) {
    const marker = view.getUint8(at + 1);
    // Image data follows; the metadata ends here.
    if (marker === 0xda) return 0;
    const isExif = marker === 0xe1 && view.getUint32(at + 4) === 0x45786966;
    if (isExif) return quarterTurns[orientation(view, at + 10, within)] ?? 0;
    at += 2 + view.getUint16(at + 2);
  }
  return 0;
}

/** Returns the orientation (tag 0x0112) in the first directory of a TIFF header. 1, the default, is upright. */
function orientation(view: DataView, tiff: number, within: (at: number, length: number) => boolean): number {
  if (!within(tiff, 8)) return 1;
  const little = view.getUint16(tiff) === 0x4949;
  const directory = tiff + view.getUint32(tiff + 4, little);
  if (!within(directory, 2)) return 1;
  const entries = view.getUint16(directory, little);
  for (let index = 0; index < entries; index += 1) {
    const entry = directory + 2 + index * 12;
    if (!within(entry, 12)) return 1;
    if (view.getUint16(entry, little) === 0x0112) return view.getUint16(entry + 8, little);
  }
  return 1;
}
