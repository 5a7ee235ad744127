// `npm run release -- --dry-run`: prepares a publication in dist/ and prints how to publish; it never publishes itself.
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readManifest } from './packages/build-package.ts'
import { packAll } from './packages/pack-all.ts'
import { packagePlans } from './packages/plans.ts'
import { changelogSection, findReleaseProblems } from './packages/release-checks.ts'

const root = join(import.meta.dirname, '..')
const out = join(root, 'dist')

if (!process.argv.includes('--dry-run')) {
  console.error('Publish by hand, after a look at what `npm run release -- --dry-run` prepares.')
  process.exit(2)
}

const manifests = ['.', ...packagePlans.map(({ workspace }) => workspace)].map((one) => readManifest(root, one))
const version = manifests[0]?.version ?? ''
const changes = changelogSection(readFileSync(join(root, 'CHANGELOG.md'), 'utf8'), version)
const problems = findReleaseProblems(manifests, changes)

const tarballs = packAll(root, out)
const options = { cwd: root, encoding: 'utf8', maxBuffer: 1e8, stdio: 'pipe' } as const
const sbom = execFileSync('npm', ['sbom', '--sbom-format=cyclonedx', '--omit=dev', '--package-lock-only'], options)
writeFileSync(join(out, 'sbom.cdx.json'), sbom)
writeFileSync(join(out, 'CHANGES.md'), `${changes ?? ''}\n`)

console.log(`Parley ${version}\n`)
for (const { file, bytes, sha256 } of tarballs) console.log(`${sha256}  ${file}  ${bytes} bytes`)
console.log(`\nSBOM        ${JSON.parse(sbom).components.length} components: ${join(out, 'sbom.cdx.json')}`)
console.log(`Provenance  publishConfig.provenance is set in each; publish from CI with an id-token`)
console.log(`\n${changes ?? ''}\n`)
for (const { file } of tarballs) console.log(`npm publish ${join(out, file)} --provenance --access public`)
for (const problem of problems) console.error(`Not ready: ${problem}`)
process.exitCode = problems.length > 0 ? 1 : 0
