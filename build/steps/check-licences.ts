import { readShippedPackages, type ShippedPackage } from './licences.ts';

/** Licences that let everyone use and pass on Causeway under its own, as long as the notices come along. They also name the sources. */
const allowed: ReadonlySet<string> = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'EPL-2.0', // holds for changes to the package alone
  'ISC',
  'MIT',
  'OFL-1.1',
  'Unlicense',
]);

/** Returns a line for each package whose licence isn't in the list. Of alternatives, one is enough. */
export function findForeignLicences(packages: readonly ShippedPackage[]): readonly string[] {
  return packages
    .filter(({ licence = '' }) => !isAllowed(licence))
    .map(
      ({ name, version, licence = 'no licence' }) => `${name} ${version}: ${licence} is not in the list of build/steps/check-licences.ts`,
    );
}

function isAllowed(expression: string): boolean {
  const plain = expression.replaceAll(/[()]/g, '');
  return plain.split(' OR ').some((choice) => choice.split(' AND ').every((name) => allowed.has(name)));
}

if (import.meta.main) {
  const problems = findForeignLicences(readShippedPackages());
  if (problems.length > 0) {
    console.error(problems.join('\n'));
    process.exitCode = 1;
  }
}
