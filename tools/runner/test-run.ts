import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { tableTypesAreTrue } from '../table-types.ts'
import { checksOf } from './checks.ts'
import { run } from './processes.ts'
import { startTestServer, type TestServer, versionOf } from './server.ts'
import { runStages, type Stage, sum, type Tally } from './stages.ts'
import { runSuite, testFiles } from './suite.ts'

/** When more than so many files fail, the code is wrong and not the machine. */
const mostSecondChances = 4

/** One `npm test`, from the first check to the last test. Nothing that fails keeps the rest from running. */
export class TestRun {
  private readonly root: string
  private readonly only: string | undefined
  private readonly tallies: Tally[] = []
  private server: Promise<TestServer> | undefined

  constructor(root: string, only: string | undefined) {
    this.root = root
    this.only = only
  }

  tally(): Tally {
    return sum(this.tallies)
  }

  /** The run itself went wrong, which no test can say. */
  broke(error: unknown): void {
    console.error(error)
    this.tallies.push({ passed: 0, failed: 1, skipped: 0 })
  }

  async everything(): Promise<void> {
    const { TEST_DATABASE_URL: named, REQUIRE_ALL: requireAll } = process.env
    const files = testFiles(this.root, this.only)
    await this.stages(this.beforeTests(files))
    const url = await this.server?.then((server) => server.url).catch(() => undefined)
    if (url && !this.only) await this.stages([tableTypes(url)])
    const runnable = files.filter((file) => url || !needsDatabase(file))
    await this.suite(runnable, { which: 'the embedded', url })
    const again = named
      ? files.filter((file) => !sameOnAnyServer.test(file) && usesTestServer(join(this.root, file)))
      : []
    if (again.length > 0) await this.suite(again, { which: "TEST_DATABASE_URL's", url: named })
    if (requireAll) await this.stages([nothingMissing(this.tally().skipped, named)])
  }

  async stopServer(): Promise<void> {
    const server = await this.server?.catch(() => undefined)
    await server?.stop()
  }

  private beforeTests(files: string[]): Stage[] {
    const checks = this.only === undefined ? checksOf(this.root) : []
    if (files.some(showsConsole)) checks.unshift(consoleBuild(this.root))
    if (!files.some(needsDatabase)) return checks
    // Not waited for here: the database comes up while the checks keep the processor busy.
    this.server = startTestServer()
    this.server.catch(() => {})
    const database: Stage = { name: 'database', act: () => this.server?.then(() => undefined) }
    return [database, ...checks]
  }

  private async stages(stages: Stage[]): Promise<void> {
    this.tallies.push(await runStages(stages))
  }

  private async suite(files: string[], { which, url }: { which: string; url: string | undefined }): Promise<void> {
    const version = url && (await versionOf(url).catch((error: Error) => `that does not answer (${error.message})`))
    if (files.length === 0) return this.broke(`There is no test file whose path contains "${this.only ?? ''}".`)
    console.log(`\n${files.length} test files${version ? `, on ${which} PostgreSQL ${version}` : ''}\n`)
    const env = { TEST_SERVER_URL: url }
    const first = await runSuite({ root: this.root, files, env })
    const { failures } = first
    const worthwhile = first.failed > 0 && failures.length > 0 && failures.length <= mostSecondChances
    this.tallies.push(worthwhile ? await this.onceMore(first, env) : first)
  }

  /** A shared machine can stand still for seconds. A file that holds when it is alone is named, and does not fail the run. */
  private async onceMore(
    first: Tally & { failures: string[] },
    env: Record<string, string | undefined>,
  ): Promise<Tally> {
    const files = first.failures.map((file) => relative(this.root, file))
    console.log(`\nOnce more, each alone: ${files.join(', ')}\n`)
    const second = await runSuite({ root: this.root, files, env, atOnce: 1 })
    if (second.failed > 0) return first
    console.log(`\nUNSTEADY: ${files.join(', ')} failed beside the others and held alone.`)
    return { passed: first.passed + first.failed, failed: 0, skipped: first.skipped }
  }
}

/**
 * They try the API's border, guides, pages and tools, or files, mail servers, calendars and issuers; the SQL behind these
 * is tried again by the domains' other files.
 */
const sameOnAnyServer = new RegExp(
  [
    '^(?:e2e|tools|fuzz)/',
    '^server/src/(?:mcp/|(?:access-matrix|docs|pooler|self-hosting)\\.test\\.ts$)',
    '/guide\\.test\\.ts$',
    '/people/imports/(?:running|limits|round-trip|files)\\.test\\.ts$',
    '/scheduling/(?:mail|calendars)/|/orgs/accounts/oidc/|/agents/media/|/connections/|/http/spool\\.test\\.ts$',
  ].join('|'),
)

/** A file that brings an embedded server of its own has nothing new to say on another one. */
function usesTestServer(file: string): boolean {
  return /from '[./]*(?:server\/src\/)?testing\/(?:app|database)\.ts'/.test(readFileSync(file, 'utf8'))
}

function needsDatabase(file: string): boolean {
  return !/^(packages|tools|cli|console)\//.test(file)
}

const showsConsole = (file: string): boolean => file.startsWith('e2e/')

function consoleBuild(root: string): Stage {
  const act = async () => {
    const { code, output } = await run(process.execPath, ['console/build.ts'], { cwd: root })
    return code === 0 ? undefined : output
  }
  return { name: 'console', act }
}

function tableTypes(server: string): Stage {
  const act = async () => {
    process.env.TEST_SERVER_URL = server
    // Loaded here: while the server does not compile, the other stages still run.
    const { emptyMigrated } = await import('../../server/src/testing/scratch.ts')
    let areTrue = false
    await emptyMigrated(async (url) => {
      areTrue = await tableTypesAreTrue(url)
    })
    return areTrue ? undefined : 'tables.generated.ts is not what the migrations make; run `npm run table-types`'
  }
  return { name: 'table types', act }
}

function nothingMissing(skipped: number, named: string | undefined): Stage {
  const wrong = [
    ...(skipped > 0 ? [`${skipped} tests were skipped`] : []),
    ...(named ? [] : ['TEST_DATABASE_URL is not set, so nothing ran on a PostgreSQL of another version']),
  ]
  const act = () => (wrong.length > 0 ? `REQUIRE_ALL is set, but ${wrong.join(', and ')}` : undefined)
  return { name: 'nothing left out', act }
}
