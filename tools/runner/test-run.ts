import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { basename, join } from 'node:path'
import { ImportGraph } from '../source/imports.ts'
import { checkTableTypes } from '../table-types.ts'

import { runProcess } from './processes.ts'
import {
  formatFailures,
  formatFileLines,
  formatRemaining,
  formatTimeReport,
  isSlow,
  readDurations,
  recordDurations,
  sortLongestFirst,
} from './report.ts'
import { type FileResult, pluralize, sumCounts, sumTestCounts, type TestCounts } from './result.ts'
import { createCheckStages, type RunStage, runStages } from './stages.ts'
import { recordFlaky, runSuite } from './suite.ts'
import { findTestFiles, type TestFile } from './test-files.ts'
import { readServerVersion, startPostgresForTests, type TestPostgres } from './test-postgres.ts'

/** Files that differ from main, committed or not, including new ones. */
export function listChangedFiles(root: string): string[] {
  const base = ['main', 'origin/main', 'HEAD'].find((ref) => git(root, 'rev-parse', '--verify', '--quiet', ref) !== '')
  if (!base) throw new Error('--changed compares with the branch main, which does not exist here.')
  const diffOutput = git(root, 'diff', '--name-only', '-z', base)
  const added = git(root, 'ls-files', '--others', '--exclude-standard', '-z')
  return [...new Set(`${diffOutput}\0${added}`.split('\0').filter(Boolean))]
}

/** Returns the test files that import a changed file or read it by name; all of them if dependencies changed. */
export function findDependentTests(
  files: readonly TestFile[],
  changed: readonly string[],
  { root, graph }: { root: string; graph: ImportGraph },
): TestFile[] {
  if (changed.some((file) => /(?:^|\/)package(?:-lock)?\.json$/.test(file))) return [...files]
  const schemaChanged = changed.some((file) => file.endsWith('.sql'))
  const code = changed.filter(isCode)
  const names = changed.filter((file) => !isCode(file)).map((file) => basename(file))
  return files.filter((file) => {
    const reachedFiles = graph.reachedFrom(file.file)
    if (code.some((file) => reachedFiles.has(file)) || (schemaChanged && file.needsDatabase)) return true
    return names.length > 0 && mentions(readFileSync(join(root, file.file), 'utf8'), names)
  })
}

const isCode = (file: string): boolean => /\.(?:ts|tsx|mjs)$/.test(file)
const mentions = (source: string, names: readonly string[]): boolean => names.some((name) => source.includes(name))

function git(root: string, ...args: string[]): string {
  try {
    return execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
  } catch {
    return ''
  }
}

export type Tier = 'quick' | 'complete'
export type TestRunOptions = {
  tier: Tier
  /** Only test files whose path contains this text. */
  only?: string
  /** Only test files that depend on files that differ from main. */
  changed?: boolean
  /** Writes the duration of each file to durations.json. */
  record?: boolean
}

/**
 * Number of concurrent test processes. Tests often wait for the database, so the quick run has one more than there are
 * cores. The complete run has one for each core: its browsers and servers need the cores too, and if they stall, tests
 * of deadlines fail.
 */
const countWorkers = (tier: Tier): number => availableParallelism() + (tier === 'quick' ? 1 : 0)

/** The quick run checks every property with a tenth of its examples. */
const quickPropertyRuns = '0.1'

/** One `npm test` or `npm run test:all`, from the first check to the last test. A failure does not stop the rest. */
export class NpmTestRun {
  private readonly root: string
  private readonly options: TestRunOptions
  private readonly durations = readDurations()
  private readonly tallies: TestCounts[] = []
  private readonly results: FileResult[] = []
  private server: Promise<TestPostgres> | undefined
  private serverProgram: string | undefined

  constructor(root: string, options: TestRunOptions) {
    this.root = root
    this.options = options
  }

  sumCounts(): TestCounts {
    return sumCounts(this.tallies)
  }

  /** The run itself failed, which no test can report. */
  recordError(error: unknown): void {
    console.error(error)
    this.tallies.push({ passed: 0, failed: 1, skipped: 0 })
  }

  async runEverything(): Promise<void> {
    const { TEST_DATABASE_URL: configuredUrl, REQUIRE_ALL: requireAll } = process.env
    const selected = this.selected()
    const leftFiles = this.leavesSlowFiles() ? selected.filter((file) => isSlow(file, this.durations)) : []
    const files = sortLongestFirst(
      selected.filter((file) => !leftFiles.includes(file)),
      this.durations,
    )
    if (files.length === 0) return this.nothingToRun(leftFiles)
    await this.stages(this.beforeTests(files))
    const url = await this.server?.then((server) => server.url).catch(() => undefined)
    if (url && !this.isPart()) await this.stages([createTableTypesStage(url)])
    await this.suite(
      files.filter((file) => url || !file.needsDatabase),
      { server: 'the embedded', url },
    )
    const withoutDatabase = url ? [] : files.filter(({ needsDatabase }) => needsDatabase)
    if (withoutDatabase.length > 0)
      this.recordError(`${pluralize(withoutDatabase.length, 'test file')} did not run: the database did not start.`)
    const filesForOtherServer =
      configuredUrl && this.options.tier === 'complete' ? files.filter(({ testsSql }) => testsSql) : []
    if (filesForOtherServer.length > 0)
      await this.suite(filesForOtherServer, { server: "TEST_DATABASE_URL's", url: configuredUrl })
    console.log(formatTimeReport(this.results, files))
    console.log(formatRemaining(leftFiles, this.results, this.durations))
    if (!this.isPart()) console.log(formatFailures(this.results))
    if (requireAll) await this.stages([createNoSkipsStage(this.sumCounts().skipped, configuredUrl)])
  }

  async stopServer(): Promise<void> {
    const server = await this.server?.catch(() => undefined)
    await server?.stop()
  }

  /** A file requested by name runs, however slow it is. */
  private leavesSlowFiles(): boolean {
    return this.options.tier === 'quick' && this.options.only === undefined
  }

  private isPart(): boolean {
    return this.options.only !== undefined || this.options.changed === true
  }

  private selected(): TestFile[] {
    const { only = '', changed } = this.options
    const graph = new ImportGraph(this.root)
    const files = findTestFiles(this.root, graph).filter(({ file }) => file.includes(only))
    return changed ? findDependentTests(files, listChangedFiles(this.root), { root: this.root, graph }) : files
  }

  private nothingToRun(leftFiles: readonly TestFile[]): void {
    const { only = '', changed } = this.options
    if (!changed) this.recordError(`There is no test file whose path contains "${only}".`)
    else if (leftFiles.length === 0) console.log('No test depends on the changes since main.')
    else
      console.log(
        `Only slow tests depend on the changes since main.\n${formatRemaining(leftFiles, [], this.durations)}`,
      )
  }

  private beforeTests(files: readonly TestFile[]): RunStage[] {
    const checks = this.isPart() ? [] : createCheckStages(this.root)
    if (files.some(({ file }) => file.startsWith('e2e/'))) checks.unshift(createConsoleBuildStage(this.root))
    if (this.options.tier === 'complete' && files.some((file) => file.startsServers)) checks.unshift(this.bundleStage())
    if (!files.some(({ needsDatabase }) => needsDatabase)) return checks
    // Not awaited here: the database starts while the checks use the CPU.
    this.server = startPostgresForTests()
    this.server.catch(() => {})
    const database: RunStage = { name: 'database', run: () => this.server?.then(() => undefined) }
    return [database, ...checks]
  }

  private bundleStage(): RunStage {
    const run = async () => {
      // Imported here, so that the quick run does not load it.
      const { bundleServer } = await import('./server-bundle.ts')
      this.serverProgram = await bundleServer(this.root)
      return undefined
    }
    return { name: 'server bundle', run }
  }

  private async stages(stages: RunStage[]): Promise<void> {
    this.tallies.push(await runStages(stages))
  }

  private async suite(
    files: readonly TestFile[],
    { server, url }: { server: string; url: string | undefined },
  ): Promise<void> {
    const version =
      url && (await readServerVersion(url).catch((error: Error) => `that does not respond (${error.message})`))
    console.log(`\n${pluralize(files.length, 'test file')}${version ? `, on ${server} PostgreSQL ${version}` : ''}\n`)
    const { tier } = this.options
    const propertyRuns = process.env.PROPERTY_RUNS ?? (tier === 'quick' ? quickPropertyRuns : '1')
    const { results, flaky } = await runSuite(files, {
      root: this.root,
      preload: ['console/testing/register.ts'],
      workers: countWorkers(tier),
      env: {
        TEST_SERVER_URL: url,
        TEST_TIER: tier,
        PROPERTY_RUNS: propertyRuns,
        TEST_SERVER_PROGRAM: this.serverProgram,
      },
      onResult: (result) => console.log(formatFileLines(result)),
    })
    this.results.push(...results)
    this.tallies.push(sumTestCounts(results))
    if (flaky.length > 0) this.reportFlaky(flaky)
    if (this.options.record && tier === 'complete' && server === 'the embedded') recordDurations(this.root, results)
  }

  /** A flaky file is a failure like any other: it hides a bug of the product or of the test. */
  private reportFlaky(flaky: readonly FileResult[]): void {
    recordFlaky(this.root, flaky)
    console.log(`\nFLAKY: failed alongside the others and passed alone (output in .cache/flaky):`)
    for (const { file } of flaky) console.log(`  ${file}`)
  }
}

function createConsoleBuildStage(root: string): RunStage {
  const run = async () => {
    const { code, output } = await runProcess(process.execPath, ['console/build.ts'], { cwd: root })
    return code === 0 ? undefined : output
  }
  return { name: 'console', run }
}

function createTableTypesStage(server: string): RunStage {
  const run = async () => {
    process.env.TEST_SERVER_URL = server
    // Imported here, so that the other stages still run while the server does not compile.
    const { withMigratedDatabase } = await import('../../server/src/testing/scratch-database.ts')
    let areCurrent = false
    await withMigratedDatabase(async (url) => {
      areCurrent = await checkTableTypes(url)
    })
    return areCurrent ? undefined : 'tables.generated.ts does not match the migrations; run `npm run table-types`'
  }
  return { name: 'table types', run }
}

/** REQUIRE_ALL=1: a test that could not run fails the run. */
function createNoSkipsStage(skipped: number, configuredUrl: string | undefined): RunStage {
  const problems = [
    ...(skipped > 0 ? [`${skipped} tests were skipped`] : []),
    ...(configuredUrl ? [] : ['TEST_DATABASE_URL is not set, so nothing ran on another version of PostgreSQL']),
  ]
  const run = () => (problems.length > 0 ? `REQUIRE_ALL is set, but ${problems.join(', and ')}` : undefined)
  return { name: 'nothing skipped', run }
}
