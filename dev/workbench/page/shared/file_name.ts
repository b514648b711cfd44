/** The names of files that the workbench serves, whose URLs mean nothing to people. */

const localFile = /^(?:http:\/\/127\.0\.0\.1:\d+)?\/(?:files\/[0-9a-f-]+|examples)\/([^/]+)$/;

/** The name in the URL of an upload or of an example's file; undefined for any other text. */
export function localFileName(url: string): string | undefined {
  const name = localFile.exec(url)?.[1];
  try {
    return name === undefined ? undefined : decodeURIComponent(name);
  } catch {
    return undefined;
  }
}

/** Whether the text is the URL of an example's file on the page's own origin. */
export const isExampleFile = (url: string, origin: string): boolean =>
  localFileName(url) !== undefined && (url.startsWith('/examples/') || url.startsWith(`${origin}/examples/`));
