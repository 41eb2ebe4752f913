/** Returns the innermost errors of a JSON Schema check, because the outer ones only repeat that they contain an error. */
export function findInnermostErrors<E extends { readonly keywordLocation: string }>(errors: readonly E[]): readonly E[] {
  const outer = new Set<string>();
  for (const { keywordLocation } of errors) {
    for (let end = keywordLocation.lastIndexOf('/'); end > 0; end = keywordLocation.lastIndexOf('/', end - 1)) {
      const location = keywordLocation.slice(0, end);
      if (outer.has(location)) break; // with all that contain it
      outer.add(location);
    }
  }
  return errors.filter(({ keywordLocation }) => !outer.has(keywordLocation));
}
