/** Types for the modules of zapier-platform-cli that the scripts use. */

/** Packs the files that git does not ignore. */
declare module 'zapier-platform-cli/src/utils/build.js' {
  const build: { makeSourceZip(folder: string, zip: string): Promise<void> };
  export default build;
}

/** Unpacks a zip file into a folder. */
declare module 'zapier-platform-cli/src/utils/decompress.js' {
  export default function decompress(zip: string, folder: string): Promise<{ path: string; data: Buffer }[]>;
}
