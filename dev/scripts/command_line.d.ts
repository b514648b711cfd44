/** The part of the platform's command line that reads CHANGELOG.md; the package comes without types. */
declare module 'zapier-platform-cli/src/utils/changelog.js' {
  const changelog: {
    /** What `promote` reads for a version; an empty text when there is nothing. */
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
