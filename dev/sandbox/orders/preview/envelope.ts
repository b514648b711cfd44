/** Envelopes: the outer one to the contact, the other one inside of it back to the sender. */
import { addressLines } from './addresses.ts';
import type { Box, Canvas } from './canvas.ts';
import type { PreviewRecipient } from './merge.ts';
import type { Printed } from './sheet.ts';

export interface Envelope {
  type: 'envelope';
  /** Inches. */
  width?: number | undefined;
  height?: number | undefined;
  outer?: boolean | undefined;
  logo?: string | undefined;
}

export interface Sender {
  name: string;
  lines: readonly string[];
}

/** The post prints its bar code along the lower edge, so many inches high. */
const barCode = 0.625;

export async function drawEnvelope(
  page: (size: { width: number; height: number }) => Canvas,
  { width = 9.5, height = 4.125, outer = false }: Envelope,
  {
    contact,
    sender,
    logo,
  }: { contact: PreviewRecipient | undefined; sender: Sender | undefined; logo: Printed | undefined },
): Promise<void> {
  const canvas = page({ width, height });
  const senderLines = sender ? [sender.name, ...sender.lines] : [];
  const contactLines = contact
    ? [contact.name ?? '', contact.company ?? '', ...addressLines(contact.address)]
        .map((line) => line.trim())
        .filter(Boolean)
    : ['{name}', '{company}', '{address}'];

  const margin = Math.min(0.375, width * 0.05, height * 0.09);
  const address: Box = {
    x: width * 0.44,
    y: height * 0.44,
    width: width * 0.56 - margin,
    height: Math.max(height * 0.3, height * 0.56 - barCode),
  };
  const corner: Box = { x: margin, y: margin, width: width * 0.42, height: height * 0.44 - margin };

  if (outer && logo) {
    const place = {
      ...corner,
      width: Math.min(2.2, width * 0.3),
      height: Math.min(0.6, corner.height * 0.45),
    };
    if ('problem' in logo) await canvas.notice(logo.problem, place);
    else place.height = canvas.fit(logo, place, 'top left').height;
    const used = place.height + Math.min(0.1, height * 0.03);
    corner.y += used;
    corner.height -= used;
  }
  await canvas.block(outer ? senderLines : contactLines, corner, { size: 9, smallest: 5 });
  await canvas.block(outer ? contactLines : senderLines, address, { size: 12, smallest: 7 });
}
