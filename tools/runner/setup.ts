import { checkTableTypes } from '../table-types.ts'
import { runProcess } from './processes.ts'
import type { RunStage } from './stages.ts'

/** Builds the console that browser tests open. */
export function createConsoleBuildStage(root: string): RunStage {
  const act = async () => {
    const { code, output } = await runProcess(process.execPath, ['console/build.ts'], { cwd: root })
    return code === 0 ? undefined : output
  }
  return { name: 'console', run: act }
}

export function createTableTypesStage(server: string): RunStage {
  const act = async () => {
    process.env.TEST_SERVER_URL = server
    // Loaded here: while the server does not compile, the other stages still run.
    const { withMigratedDatabase } = await import('../../server/src/testing/scratch-database.ts')
    let areTrue = false
    await withMigratedDatabase(async (url) => {
      areTrue = await checkTableTypes(url)
    })
    return areTrue ? undefined : 'tables.generated.ts is not what the migrations make; run `npm run table-types`'
  }
  return { name: 'table types', run: act }
}

/** REQUIRE_ALL=1: a test that could not run fails the run. */
export function createNoSkipsStage(skipped: number, named: string | undefined): RunStage {
  const wrong = [
    ...(skipped > 0 ? [`${skipped} tests were skipped`] : []),
    ...(named ? [] : ['TEST_DATABASE_URL is not set, so nothing ran on another version of PostgreSQL']),
  ]
  const act = () => (wrong.length > 0 ? `REQUIRE_ALL is set, but ${wrong.join(', and ')}` : undefined)
  return { name: 'nothing skipped', run: act }
}
