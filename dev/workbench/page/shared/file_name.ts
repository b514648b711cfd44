/** The names of files that the workbench serves, whose URLs mean nothing to people. */

const uploadedFile = /^http:\/\/127\.0\.0\.1:\d+\/files\/[0-9a-f-]+\/([^/]+)$/;
const exampleFile = /^http:\/\/127\.0\.0\.1:\d+\/examples\/([^/]+)$/;

const nameIn = (url: string, pattern: RegExp): string | undefined => {
  const name = pattern.exec(url)?.[1];
  return name === undefined ? undefined : decodeURIComponent(name);
};

/** The name in the URL of an upload; undefined for any other text. */
export const uploadedFileName = (url: string): string | undefined => nameIn(url, uploadedFile);

/** The name in the URL of an upload or of an example's file; undefined for any other text. */
export const localFileName = (url: string): string | undefined =>
  uploadedFileName(url) ?? nameIn(url, exampleFile);
