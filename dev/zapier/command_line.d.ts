/** Parts of the platform's command line that this project uses; the package itself comes without types. */

/** Turns text into what the fields' types promise, in place. */
declare module 'zapier-platform-cli/src/oclif/commands/invoke/input-types.js' {
  type Row = Record<string, unknown>;
  export default function resolveInputDataTypes(
    inputData: Row,
    inputFields: readonly import('./definition.ts').InputField[],
    timezone: string,
  ): Row;
}

/** Packs the files that git does not ignore. */
declare module 'zapier-platform-cli/src/utils/build.js' {
  const build: { makeSourceZip(folder: string, zip: string): Promise<void> };
  export default build;
}

/** Unpacks a zip file into a folder. */
declare module 'zapier-platform-cli/src/utils/decompress.js' {
  export default function decompress(zip: string, folder: string): Promise<{ path: string; data: Buffer }[]>;
}
