import { describe, expect, it } from '@jest/globals';
import { fileNameFromHeader } from '../../src/api/file_hints.ts';

describe('fileNameFromHeader', () => {
  const utf8 = (text: string) => Buffer.from(text).toString('latin1');

  it.each([
    ['attachment; filename="a b.pdf"', 'a b.pdf'],
    ["attachment; filename*=UTF-8''M%C3%A4rz.pdf", 'März.pdf'],
    [utf8('attachment; filename="März 山.pdf"'), 'März 山.pdf'],
    [utf8('attachment; filename=März 山.pdf;'), 'März 山.pdf'],
    ['attachment; filename="M\xe4rz.pdf"', 'März.pdf'],
    ['attachment; filename=annual report.pdf', 'annual report.pdf'],
    ['attachment; filename="a.pdf";', 'a.pdf'],
    ['attachment; filename=', undefined],
    ['inline', undefined],
    ['', undefined],
  ])('returns for %j the name %j', (header, name) => {
    expect(fileNameFromHeader(header)).toBe(name);
  });
});
