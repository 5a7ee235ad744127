import { execFileSync } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Manifest, readManifest } from './build-package.ts'
import { packAll, type Tarball } from './pack-all.ts'
import { packagePlans } from './plans.ts'
import { buildSbom, isPermissive, type LockFile, type Sbom } from './sbom.ts'

/** Prepares a publication: checks, tarballs, checksums, SBOM and provenance. */

/** The text below the heading of the version, up to the next version. */
export function changelogSection(changelog: string, version: string): string | undefined {
  const sections = changelog.split(/^(?=## )/m)
  return sections.find((section) => /^## \[?([^\s,\]]+)/.exec(section)?.[1] === version)?.trim()
}

type VersionedManifest = Pick<Manifest, 'name' | 'version' | 'repository'>

/** Why nothing can be prepared. `manifests` begins with the one of the repository. */
export function findReleaseRefusals(
  [repository, ...packages]: readonly VersionedManifest[],
  changes: string | undefined,
  changedFiles: readonly string[],
): string[] {
  const others = packages.filter(({ version }) => version !== repository?.version)
  const files = changedFiles.slice(0, 5).join(', ') + (changedFiles.length > 5 ? ', …' : '')
  return [
    ...(changedFiles.length > 0
      ? [
          `The tree has changes that no commit has (${files}): commit, stash or remove them, so that the commit names what is published.`,
        ]
      : []),
    ...others.map(({ name, version }) => `${name} has the version ${version}: set it to ${repository?.version}.`),
    ...(changes ? [] : [`CHANGELOG.md has no section for ${repository?.version}: write "## ${repository?.version}".`]),
  ]
}

/** What a person still has to do before a publication. */
export function listOpenPoints({ repository }: VersionedManifest, changes: string): string[] {
  return [
    ...(/^##.*in progress/m.test(changes) ? ['Replace "in progress" in CHANGELOG.md by the date.'] : []),
    ...(repository ? [] : ['Set "repository" in package.json: npm refuses provenance without it.']),
  ]
}

type GitState = { commit: string; changedFiles: string[] }

/** The commit of the checkout and what differs from it, also files that Git does not know yet. */
export function readGitState(root: string): GitState {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: 'pipe' }).trimEnd()
  try {
    const lines = git('status', '--porcelain').split('\n').filter(Boolean)
    return { commit: git('rev-parse', 'HEAD'), changedFiles: lines.map((line) => line.slice(3)) }
  } catch {
    throw new Error('A release is made from a Git checkout with a commit, because the provenance names the commit.')
  }
}

export const readReleaseManifests = (root: string): Manifest[] =>
  ['.', ...packagePlans.map(({ workspace }) => workspace)].map((workspace) => readManifest(root, workspace))

export type Release = { tarballs: Tarball[]; sbom: Sbom; problems: string[] }

/** The console is bundled into the server's tarball, and so are the private packages. */
const listShippedWorkspaces = ({ packages }: LockFile): string[] => [
  ...new Set([...packagePlans.map(({ workspace }) => workspace), 'console']),
  ...Object.keys(packages).filter((path) => /^packages\/[^/]+$/.test(path)),
]

/** Writes everything that a publication needs into `out`. */
export function prepareRelease(root: string, out: string, changes: string): Release {
  const startedOn = new Date()
  const { version, repository } = readManifest(root, '.')
  const tarballs = packAll(root, out)
  const lockText = readFileSync(join(root, 'package-lock.json'), 'utf8')
  const lock = JSON.parse(lockText) as LockFile
  const subject = { name: 'parley', version, workspaces: listShippedWorkspaces(lock) }
  const sbom = buildSbom(lock, subject, { serialNumber: randomUUID(), timestamp: startedOn.toISOString() })
  const write = (file: string, text: string) => {
    writeFileSync(join(out, file), text)
    return { file, sha256: digestOf(text) }
  }
  const sbomFile = write('sbom.cdx.json', `${JSON.stringify(sbom, null, 2)}\n`)
  const statement = buildProvenance([...tarballs, sbomFile], {
    ...{ version, repository: repository?.url, commit: readGitState(root).commit },
    ...{ lockDigest: digestOf(lockText), startedOn, finishedOn: new Date() },
  })
  const provenanceFile = write('provenance.json', `${JSON.stringify(statement, null, 2)}\n`)
  const changesFile = write('CHANGES.md', `${changes}\n`)
  const files = [...tarballs, sbomFile, provenanceFile, changesFile]
  write('SHA256SUMS', files.map(({ file, sha256 }) => `${sha256}  ${file}\n`).join(''))
  const problems = sbom.components
    .filter((component) => !isPermissive(component))
    .map(({ purl, licenses }) => `${purl} is not under a permissive license: ${JSON.stringify(licenses)}`)
  return { tarballs, sbom, problems }
}

const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex')

type ProvenanceFacts = {
  version: string
  repository: string | undefined
  commit: string
  lockDigest: string
  startedOn: Date
  finishedOn: Date
}

/** An in-toto statement with SLSA provenance, version 1. Without a signature: npm signs its own at the publication. */
function buildProvenance(files: readonly { file: string; sha256: string }[], facts: ProvenanceFacts): object {
  const source = facts.repository ? `git+${facts.repository.replace(/^git\+/, '')}` : 'urn:parley:repository'
  const versions = JSON.parse(execFileSync('npm', ['version', '--json'], { encoding: 'utf8', stdio: 'pipe' }))
  return {
    _type: 'https://in-toto.io/Statement/v1',
    subject: files.map(({ file, sha256 }) => ({ name: file, digest: { sha256 } })),
    predicateType: 'https://slsa.dev/provenance/v1',
    predicate: {
      buildDefinition: {
        buildType: 'urn:parley:build:npm-release:v1',
        externalParameters: { source, commit: facts.commit, version: facts.version, command: 'npm run release' },
        resolvedDependencies: [
          { uri: `${source}@${facts.commit}`, digest: { gitCommit: facts.commit } },
          { uri: 'package-lock.json', digest: { sha256: facts.lockDigest } },
        ],
      },
      runDetails: {
        builder: { id: builderId(), version: { node: process.versions.node, npm: String(versions.npm) } },
        metadata: {
          invocationId: randomUUID(),
          startedOn: facts.startedOn.toISOString(),
          finishedOn: facts.finishedOn.toISOString(),
        },
      },
    },
  }
}

/** The run of a build server if it names one, else the machine of a person. */
function builderId(): string {
  const { GITHUB_SERVER_URL, GITHUB_REPOSITORY, GITHUB_RUN_ID, CI_JOB_URL } = process.env
  if (GITHUB_RUN_ID) return `${GITHUB_SERVER_URL}/${GITHUB_REPOSITORY}/actions/runs/${GITHUB_RUN_ID}`
  return CI_JOB_URL ?? 'urn:parley:builder:local'
}
