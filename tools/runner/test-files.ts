import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ImportGraph } from '../source/imports.ts'

/** The reasons why a test file is slow, slowest kind first; the report sums up the time by kind. */
export const testKinds = ['browsers', 'processes', 'databases', 'properties', 'the rest'] as const
export type TestKind = (typeof testKinds)[number]

export type TestFile = {
  file: string
  kind: TestKind
  /** The file modifies its process, so no other file may share it. */
  ownProcess: boolean
  needsDatabase: boolean
  /** It starts programs and waits for them most of the time. */
  mostlyWaits: boolean
  /** It starts servers in processes of their own. */
  startsServers: boolean
  /** Its SQL is worth a second run on another version of PostgreSQL. */
  testsSql: boolean
  /** Why the quick run includes this file although it is slow. */
  quickReason?: string
}

const folders = ['packages', 'server', 'cli', 'console', 'tools', 'bench', 'fuzz', 'faults', 'load', 'e2e']

export function findTestFiles(root: string, graph: ImportGraph = new ImportGraph(root)): TestFile[] {
  const exclude = (path: string) => path.split('/').includes('node_modules')
  return folders
    .flatMap((folder) => globSync(`${folder}/**/*.test.{ts,tsx}`, { cwd: root, exclude }))
    .sort()
    .map((file) => describeFile(file, readFileSync(join(root, file), 'utf8'), graph.reachedFrom(file)))
}

/** The first lines of a file may contain `// Quick run too: <reason>` or `// Own process: <reason>`. */
const quickRun = /^\/\/ Quick run too: (.+)$/m
const ownProcess = /^\/\/ Own process: .+$/m
const ownProcessPattern =
  /process\.env(?:\.\w+|\[.+?\]) = |process\.(?:on|once|chdir)\(|globalThis\.\w+ = |(?<!\bt\.)\bmock\./

/** The servers it starts live as long as the process that started them. */
const processHelper = 'server/src/testing/process.ts'
const serverStarters = [processHelper, 'faults/environment/managed-parley.ts']
/** These replace the host name lookup for their whole process. */
const replacesLookup = ['e2e/security/private-server.ts', 'fuzz/routes/fuzz-server.ts']

function describeFile(file: string, source: string, reachedFiles: ReadonlySet<string>): TestFile {
  const needsDatabase = reachedFiles.has('server/src/testing/server-url.ts')
  const kind = classifyFile(file, source, reachedFiles)
  const startsServers = serverStarters.some((helper) => reachedFiles.has(helper))
  return {
    file,
    kind,
    mostlyWaits: startsServers && kind === 'processes',
    ownProcess:
      ownProcess.test(source) ||
      ownProcessPattern.test(source) ||
      [processHelper, ...replacesLookup].some((helper) => reachedFiles.has(helper)),
    needsDatabase,
    startsServers,
    testsSql: needsDatabase && !sameOnAnyServer.test(file) && usesTestDatabase.test(source),
    quickReason: quickRun.exec(source)?.[1],
  }
}

function classifyFile(file: string, source: string, reachedFiles: ReadonlySet<string>): TestKind {
  if (reachedFiles.has('e2e/browser.ts')) return 'browsers'
  if (
    reachedFiles.has(processHelper) ||
    /'node:child_process'/.test(source) ||
    /^(?:faults|load)\/\w+\.test/.test(file)
  )
    return 'processes'
  if (reachedFiles.has('server/src/testing/server-url.ts')) return 'databases'
  return /\bfc\.assert\(/.test(source) ? 'properties' : 'the rest'
}

/** A file with its own embedded server would test nothing new on another one. */
const usesTestDatabase = /from '[./]*(?:server\/src\/)?testing\/(?:app|database)\.ts'/

/**
 * These test the edges of the API, guides, pages and tools, or files, mail servers, calendars and issuers; or they
 * measure the event loop, hold sockets open, or kill the embedded server. Other files of the same domains run their SQL
 * on both servers.
 */
const sameOnAnyServer = new RegExp(
  [
    '^(?:e2e|tools|fuzz)/',
    '^server/src/(?:mcp/|(?:access-matrix|docs|pooler|self-hosting|stalls|start-kills)\\.test\\.ts$)',
    '/guide\\.test\\.ts$',
    '/people/imports/(?:running|limits|round-trip|files)\\.test\\.ts$',
    '/scheduling/(?:mail|calendars)/|/orgs/accounts/oidc/|/agents/media/|/connections/|/http/(?:spool|slow-clients)\\.test\\.ts$',
  ].join('|'),
)
