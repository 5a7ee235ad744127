import { tableTypesAreTrue } from '../table-types.ts'
import { run } from './processes.ts'
import type { Stage } from './stages.ts'

/** Builds the console that browser tests open. */
export function consoleBuild(root: string): Stage {
  const act = async () => {
    const { code, output } = await run(process.execPath, ['console/build.ts'], { cwd: root })
    return code === 0 ? undefined : output
  }
  return { name: 'console', act }
}

export function tableTypes(server: string): Stage {
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

/** REQUIRE_ALL=1: a test that could not run fails the run. */
export function nothingSkipped(skipped: number, named: string | undefined): Stage {
  const wrong = [
    ...(skipped > 0 ? [`${skipped} tests were skipped`] : []),
    ...(named ? [] : ['TEST_DATABASE_URL is not set, so nothing ran on another version of PostgreSQL']),
  ]
  const act = () => (wrong.length > 0 ? `REQUIRE_ALL is set, but ${wrong.join(', and ')}` : undefined)
  return { name: 'nothing skipped', act }
}
