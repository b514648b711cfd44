/** The names of files that the workbench serves, whose URLs mean nothing to people. */

const localFile = /^(?:http:\/\/127\.0\.0\.1:\d+)?\/(?:files\/[0-9a-f-]+|examples)\/([^/]+)$/;

/** The name in the URL of an upload or of an example's file; undefined for any other text. */
export function localFileName(url: string): string | undefined {
  const name = localFile.exec(url)?.[1];
  return name === undefined ? undefined : decodeURIComponent(name);
}
