/** Types for the modules of zapier-platform-cli that the scripts use. This one reads CHANGELOG.md. */
declare module 'zapier-platform-cli/src/utils/changelog.js' {
  const changelog: {
    /** Returns what `promote` reads for a version; `changelog` is blank if there is no section. */
    getVersionChangelog(
      version: string,
      folder?: string,
    ): Promise<{
      changelog: string;
      appMetadata?: { app_change_type: string; action_type: string; action_key: string }[];
    }>;
  };
  export default changelog;
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
