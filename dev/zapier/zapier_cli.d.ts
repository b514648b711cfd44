/** The part of the Zapier CLI that converts input; the package has no types. */
declare module 'zapier-platform-cli/src/oclif/commands/invoke/input-types.js' {
  type InputData = Record<string, unknown>;
  /** Converts text to the types of the fields, in place. */
  export default function resolveInputDataTypes(
    inputData: InputData,
    inputFields: readonly import('./definition.ts').InputField[],
    timezone: string,
  ): InputData;
}
