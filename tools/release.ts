// `npm run release -- --dry-run`: prepares a publication in dist/ and prints how to publish; it never publishes itself.
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import {
  changelogSection,
  findReleaseRefusals,
  listOpenPoints,
  prepareRelease,
  readGitState,
  readReleaseManifests,
} from './packages/release.ts'

/** `--root FOLDER` is for tests: another checkout. */
const at = process.argv.indexOf('--root')
const root = at > 0 ? resolve(process.argv[at + 1] ?? '') : join(import.meta.dirname, '..')
const out = join(root, 'dist')

if (!process.argv.includes('--dry-run')) {
  console.error('Publish by hand, after a look at what `npm run release -- --dry-run` prepares.')
  process.exit(2)
}

try {
  dryRun()
} catch (error) {
  console.error(`Refused: ${(error as Error).message}`)
  process.exitCode = 1
}

function dryRun(): void {
  const manifests = readReleaseManifests(root)
  const [repository] = manifests
  if (repository === undefined) throw new Error('package.json is missing.')
  const changes = changelogSection(readFileSync(join(root, 'CHANGELOG.md'), 'utf8'), repository.version)
  const { commit, changedFiles } = readGitState(root)
  const refusals = findReleaseRefusals(manifests, changes, changedFiles)
  if (refusals.length > 0 || changes === undefined) {
    for (const refusal of refusals) console.error(`Refused: ${refusal}`)
    process.exitCode = 1
    return
  }
  const { tarballs, sbom, problems } = prepareRelease(root, out, changes)
  const made: [file: string, description: string][] = [
    ...tarballs.map(({ file, bytes }): [string, string] => [file, `${(bytes / 1_000_000).toFixed(2)} MB`]),
    ['SHA256SUMS', 'SHA-256 of every file here'],
    ['sbom.cdx.json', `CycloneDX 1.6, ${sbom.components.length} components with licenses`],
    ['provenance.json', `in-toto statement, SLSA 1: commit ${commit.slice(0, 12)}, builder, digests`],
    ['CHANGES.md', 'the section of the changelog'],
  ]
  console.log(`Parley ${repository.version}, prepared in ${out}. Nothing was published.\n`)
  for (const [file, description] of made) console.log(`  ${file.padEnd(28)} ${description}`)
  const steps = [
    ...listOpenPoints(repository, changes),
    `git tag v${repository.version} ${commit} && git push origin v${repository.version}`,
    ...tarballs.map(({ file }) => `npm publish ${join(out, file)} --provenance --access public`),
    'Attach SHA256SUMS, sbom.cdx.json and provenance.json to the release of the tag, with CHANGES.md as its text.',
  ]
  console.log('\nA real release would do this next, on a build server with an id-token for npm:\n')
  for (const [index, step] of steps.entries()) console.log(`  ${index + 1}. ${step}`)
  for (const problem of problems) console.error(`Not ready: ${problem}`)
  process.exitCode = problems.length > 0 ? 1 : 0
}
