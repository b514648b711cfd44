/**
 * Makes a schema when it is first wanted, and never again: a run wants two or three of them, and making all of them
 * whenever the connector is loaded would take longer than reading its code.
 */
export const lazy = <Made>(make: () => Made): (() => Made) => {
  let made: { it: Made } | undefined;
  return () => {
    made ??= { it: make() };
    return made.it;
  };
};
