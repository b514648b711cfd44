/** How a camera was held, which JPEG files say in their EXIF part instead of turning the picture. */

const upright: Readonly<Record<number, number>> = { 3: 2, 6: 1, 8: 3 };

/** Quarter turns clockwise until the picture is upright; none where the file says nothing. Mirrored pictures stay so. */
export function quarterTurnsOf(jpeg: Uint8Array): number {
  const view = new DataView(jpeg.buffer, jpeg.byteOffset, jpeg.byteLength);
  const within = (at: number, length: number): boolean => at + length <= view.byteLength;
  let at = 2;
  while (within(at, 10) && view.getUint8(at) === 0xff) {
    const marker = view.getUint8(at + 1);
    // The picture itself begins: what describes it is over.
    if (marker === 0xda) return 0;
    const isExif = marker === 0xe1 && view.getUint32(at + 4) === 0x45786966;
    if (isExif) return upright[orientation(view, at + 10, within)] ?? 0;
    at += 2 + view.getUint16(at + 2);
  }
  return 0;
}

/** The value of tag 0x0112 in a TIFF header's first directory, 1 where there is none. */
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
