/** Draws envelopes: the outer one to the recipient, or the return envelope inside it to the sender. */
import { addressLines } from './addresses.ts';
import type { AddPage, Box } from './canvas.ts';
import type { PreviewRecipient } from './merge.ts';
import type { Artwork } from './sheet.ts';

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

/** The height (inches) of the strip along the lower edge where the postal service prints its bar code. */
const barCodeHeight = 0.625;

export async function drawEnvelope(
  addPage: AddPage,
  { width = 9.5, height = 4.125, outer = false }: Envelope,
  {
    recipient,
    sender,
    logo,
  }: { recipient: PreviewRecipient | undefined; sender: Sender | undefined; logo: Artwork | undefined },
): Promise<void> {
  const canvas = addPage({ width, height });
  const senderLines = sender ? [sender.name, ...sender.lines] : [];
  const recipientLines = recipient
    ? [recipient.name ?? '', recipient.company ?? '', ...addressLines(recipient.address)]
        .map((line) => line.trim())
        .filter(Boolean)
    : ['{name}', '{company}', '{address}'];

  const margin = Math.min(0.375, width * 0.05, height * 0.09);
  const address: Box = {
    x: width * 0.44,
    y: height * 0.44,
    width: width * 0.56 - margin,
    height: Math.max(height * 0.3, height * 0.56 - barCodeHeight),
  };
  const corner: Box = { x: margin, y: margin, width: width * 0.42, height: height * 0.44 - margin };

  if (outer && logo) {
    const place = {
      ...corner,
      width: Math.min(2.2, width * 0.3),
      height: Math.min(0.6, corner.height * 0.45),
    };
    if ('problem' in logo) await canvas.drawProblem(logo.problem, place);
    else place.height = canvas.drawFitted(logo, place, 'top left').height;
    const used = place.height + Math.min(0.1, height * 0.03);
    corner.y += used;
    corner.height -= used;
  }
  await canvas.drawBlock(outer ? senderLines : recipientLines, corner, { size: 9, smallest: 5 });
  await canvas.drawBlock(outer ? recipientLines : senderLines, address, { size: 12, smallest: 7 });
}
