/**
 * Generates the files of the seed's account: a newsletter and two envelope logos. The bytes are the same in every run.
 *
 * `node dev/sandbox/assets/make.ts` writes them to this folder.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import {
  PDFDocument,
  type PDFFont,
  type PDFPage,
  type RGB,
  rgb,
  type TransformationMatrix,
} from '@pdfme/pdf-lib';
import { Resvg } from '@resvg/resvg-js';
import * as fontkit from 'fontkit';

const fontFile = (path: string): string =>
  createRequire(import.meta.url).resolve(`@expo-google-fonts/${path}`);

const faces = {
  serif: fontFile('tinos/400Regular/Tinos_400Regular.ttf'),
  italic: fontFile('tinos/400Regular_Italic/Tinos_400Regular_Italic.ttf'),
  bold: fontFile('tinos/700Bold/Tinos_700Bold.ttf'),
  sans: fontFile('arimo/400Regular/Arimo_400Regular.ttf'),
  sansBold: fontFile('arimo/700Bold/Arimo_700Bold.ttf'),
  hand: fontFile('caveat/400Regular/Caveat_400Regular.ttf'),
} as const;

export const logoNames = ['logo-lighthouse', 'logo-harvest'] as const;

/** Returns a logo as a PNG with a transparent background, 120 pixels high, which is sharp enough for a preview. */
export function makeLogo(name: (typeof logoNames)[number]): Uint8Array {
  const drawing = readFileSync(new URL(`${name}.svg`, import.meta.url), 'utf8');
  const font = { loadSystemFonts: false, fontFiles: [faces.bold, faces.sans] };
  return new Resvg(drawing, { fitTo: { mode: 'height', value: 120 }, font }).render().asPng();
}

const navy = rgb(0.114, 0.251, 0.4);
const blue = rgb(0.184, 0.435, 0.624);
const gold = rgb(0.914, 0.706, 0.298);
const pale = rgb(0.945, 0.957, 0.969);
const ink = rgb(0.13, 0.15, 0.18);
const white = rgb(1, 1, 1);

const inch = 72;
const margin = inch;
const width = 8.5 * inch;
const height = 11 * inch;

type Type = Record<keyof typeof faces, PDFFont>;

/** Returns two letter-size pages. The first has room for "Dear …," from 2.45 to 2.95 inches below its top. */
export async function makeNewsletter(): Promise<Uint8Array> {
  const document = await PDFDocument.create({ updateMetadata: false });
  document.registerFontkit(fontkit);
  document.setTitle('Field News');
  document.setAuthor('Lighthouse Mission');
  document.setCreationDate(new Date(0));
  document.setModificationDate(new Date(0));
  const embed = (face: keyof typeof faces): Promise<PDFFont> =>
    document.embedFont(readFileSync(faces[face]), { subset: true });
  const type: Type = {
    serif: await embed('serif'),
    italic: await embed('italic'),
    bold: await embed('bold'),
    sans: await embed('sans'),
    sansBold: await embed('sansBold'),
    hand: await embed('hand'),
  };
  firstPage(document.addPage([width, height]), type);
  secondPage(document.addPage([width, height]), type);
  return document.save();
}

/** Draws text at a distance from the top, in points. */
function line(page: PDFPage, text: string, x: number, top: number, font: PDFFont, size: number, color: RGB) {
  page.drawText(text, { x, y: height - top, font, size, color });
}

/** Draws a paragraph and returns the position of the next one. */
function paragraph(
  page: PDFPage,
  text: string,
  { x, top, measure }: { x: number; top: number; measure: number },
  font: PDFFont,
  { size = 11.5, leading = 16 } = {},
): number {
  let row = '';
  let y = top;
  for (const word of text.split(' ')) {
    const longer = row === '' ? word : `${row} ${word}`;
    if (row !== '' && font.widthOfTextAtSize(longer, size) > measure) {
      line(page, row, x, y, font, size, ink);
      y += leading;
      row = word;
    } else row = longer;
  }
  line(page, row, x, y, font, size, ink);
  return y + leading;
}

function lighthouse(page: PDFPage, x: number, top: number, scale: number): void {
  // In SVG, y grows downward. The library leaves this to the caller.
  const matrix: TransformationMatrix = [1, 0, 0, -1, 0, height];
  const draw = (path: string, color: RGB, opacity = 1): void =>
    page.drawSvgPath(path, { matrix, x, y: top, scale, color, opacity });
  draw('M100 62 -60 2v120z', gold, 0.55);
  draw('M140 62l160-60v120z', gold, 0.55);
  draw('M92 84h56l18 128H74z', white);
  draw('M87.5 116h65l3.7 26H83.8z', blue);
  draw('M79.6 168h80.8l3.7 26H75.9z', blue);
  draw('M100 46h40v34h-40z', gold);
  draw('M90 78h60v10H90z', white);
  draw('M120 8l34 38H86z', white);
}

function foot(page: PDFPage, number: number, type: Type): void {
  const y = 10.35 * inch;
  page.drawLine({
    start: { x: margin, y: height - y },
    end: { x: width - margin, y: height - y },
    thickness: 0.8,
    color: gold,
  });
  line(page, 'Lighthouse Mission · P.O. Box 77 · Columbus, OH 43216', margin, y + 16, type.sans, 8.5, blue);
  const folio = String(number);
  line(
    page,
    folio,
    width - margin - type.sansBold.widthOfTextAtSize(folio, 8.5),
    y + 16,
    type.sansBold,
    8.5,
    navy,
  );
}

function firstPage(page: PDFPage, type: Type): void {
  page.drawRectangle({ x: 0, y: height - 1.55 * inch, width, height: 1.55 * inch, color: navy });
  page.drawRectangle({ x: 0, y: height - 1.6 * inch, width, height: 0.05 * inch, color: gold });
  lighthouse(page, 6.15 * inch, 0.22 * inch, 0.42);
  line(page, 'Field News', margin, 0.95 * inch, type.bold, 44, white);
  line(page, 'Letters from the coast · Autumn', margin + 2, 1.27 * inch, type.sans, 11, gold);
  line(page, 'The lamp stays lit', margin, 2.2 * inch, type.bold, 22, navy);

  const column = { x: margin, measure: width - 2 * margin };
  const texts = [
    'When the storm of the ninth of March took the roof off the school at North Point, we wrote to you and asked for help with the beams. The first answer came after four days. By the end of May there were beams, tiles, and two carpenters who had driven eleven hours to put them up.',
    'Since August forty children have been learning to read under that roof again. Amina, who is nine, reads the tide table to her grandfather every morning, because his eyes have become weak and the boats still have to go out on time. He says that the sea has never been so punctual.',
    'The well behind the school now gives water all year. It serves the school, the clinic, and eleven families who used to walk an hour each way. What they do with the two hours they have won is their own affair, but the gardens on the slope were not there last year.',
    'None of this is our doing alone. You have kept the lamp in the window, and we are grateful for every one of you. On the next page you find what comes next, and a slip that you may send back to us if you like.',
  ];
  let top = 3.3 * inch;
  for (const text of texts)
    top = paragraph(page, text, { ...column, top }, type.serif, { size: 13, leading: 19 }) + 10;

  line(page, 'With thanks from all of us,', margin, top + 6, type.serif, 13, ink);
  line(page, 'Ruth & Samuel', margin, top + 46, type.hand, 34, blue);
  line(page, 'Ruth and Samuel Aldridge, directors', margin, top + 70, type.italic, 11, ink);
  foot(page, 1, type);
}

function secondPage(page: PDFPage, type: Type): void {
  line(page, 'What comes next', margin, 1.2 * inch, type.bold, 22, navy);
  page.drawRectangle({ x: margin, y: height - 1.36 * inch, width: 0.9 * inch, height: 3, color: gold });

  const measure = 3.05 * inch;
  const stories = [
    [
      'A boat for the clinic',
      'The nurse reaches three islands on foot at low water and not at all at high water. A flat boat with a small motor would bring her there on every day of the week. The hull is paid for; the motor is not.',
    ],
    [
      'Books in two languages',
      'The reading primer is being printed in the language of the coast for the first time. Teachers wrote it in the evenings. Two hundred copies go to the schools in January.',
    ],
    [
      'Evenings for neighbors',
      'On Thursdays the hall is open to everybody. There is soup, there is a piano, and there is somebody who helps with forms and letters. Last winter sixty people came on an ordinary evening.',
    ],
    [
      'Thank you, Harbor Choir',
      'The autumn concert filled the old net loft to the last bench. What was given at the door pays for the heating of the hall until April.',
    ],
  ] as const;
  let rowTop = 1.85 * inch;
  for (let index = 0; index < stories.length; index += 2) {
    let lowest = rowTop;
    for (const [place, story] of stories.slice(index, index + 2).entries()) {
      const x = margin + place * (measure + 0.4 * inch);
      line(page, story[0], x, rowTop, type.sansBold, 12, blue);
      lowest = Math.max(lowest, paragraph(page, story[1], { x, top: rowTop + 19, measure }, type.serif));
    }
    rowTop = lowest + 22;
  }

  const box = { top: rowTop - 4, height: 1.15 * inch };
  page.drawRectangle({
    x: margin,
    y: height - box.top - box.height,
    width: width - 2 * margin,
    height: box.height,
    color: pale,
  });
  const figures = [
    ['40', 'children at school'],
    ['11', 'families with water'],
    ['3', 'islands to reach'],
    ['200', 'books in January'],
  ] as const;
  for (const [index, [number, words]] of figures.entries()) {
    const middle = margin + ((width - 2 * margin) / figures.length) * (index + 0.5);
    line(
      page,
      number,
      middle - type.bold.widthOfTextAtSize(number, 30) / 2,
      box.top + 44,
      type.bold,
      30,
      navy,
    );
    line(page, words, middle - type.sans.widthOfTextAtSize(words, 9) / 2, box.top + 64, type.sans, 9, blue);
  }

  const cut = 7.0 * inch;
  page.drawLine({
    start: { x: margin, y: height - cut },
    end: { x: width - margin, y: height - cut },
    thickness: 0.8,
    color: blue,
    dashArray: [5, 4],
  });
  line(page, 'Please send this back in the envelope enclosed', margin, cut + 28, type.sansBold, 12, navy);
  const choices = [
    'I would like to help with the motor of the boat.',
    'I would like to give for what is needed most.',
    'Please write to me by e-mail from now on:',
    'My address has changed. The new one is:',
  ];
  for (const [index, choice] of choices.entries()) {
    const top = cut + 60 + index * 33;
    page.drawRectangle({
      x: margin,
      y: height - top - 1,
      width: 10,
      height: 10,
      borderWidth: 0.9,
      borderColor: navy,
    });
    line(page, choice, margin + 20, top, type.serif, 11.5, ink);
    const from = margin + 26 + type.serif.widthOfTextAtSize(choice, 11.5);
    page.drawLine({
      start: { x: from, y: height - top - 2 },
      end: { x: width - margin, y: height - top - 2 },
      thickness: 0.5,
      color: ink,
    });
  }
  foot(page, 2, type);
}

if (import.meta.main) {
  const here = (name: string): URL => new URL(name, import.meta.url);
  writeFileSync(here('newsletter.pdf'), await makeNewsletter());
  for (const name of logoNames) writeFileSync(here(`${name}.png`), makeLogo(name));
}
