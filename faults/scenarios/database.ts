import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { between, type Play, type Scenario } from '../scenario.ts'

const cast = { doors: 2, workers: 2 }

/** F5: the database is stopped in every way there is, and is away for a while. */
export const databaseRestarts: Scenario = {
  name: 'database-restarts',
  means: 'PostgreSQL stops fast, at once or by kill -9, and is away for moments or longer',
  cast,
  async play({ database, rounds, random, fault }) {
    const ways = ['fast', 'immediate', 'kill'] as const
    for (let round = 0; round < rounds; round++) {
      await sleep(between(random, 1_000, 3_000))
      const how = ways[round % ways.length] as (typeof ways)[number]
      const away = random() < 0.3 ? between(random, 5, 12) : between(random, 0, 1)
      await database.first.stop(how)
      await sleep(away * 1000)
      await database.first.start()
      fault(`stop (${how}) of the database for ${away.toFixed(1)} s`)
    }
  },
}

/** Everything that is asked of it hangs, and nothing says why. */
export const databasePauses: Scenario = {
  name: 'database-pauses',
  means: 'PostgreSQL stands still (SIGSTOP) and goes on',
  cast,
  async play({ database, rounds, random, fault }) {
    for (let round = 0; round < rounds; round++) {
      await sleep(between(random, 1_000, 3_000))
      const seconds = between(random, 1, 12)
      database.first.freeze()
      await sleep(seconds * 1000)
      database.first.thaw()
      fault(`${seconds.toFixed(1)} s of standstill of the database`)
    }
  },
}

/** The follower takes over; whoever comes too early finds one that takes no writes. */
export const failOvers: Scenario = {
  name: 'fail-overs',
  means: 'the database dies, and its follower, which confirmed each commit, takes its place',
  cast,
  async play(play) {
    for (let round = 0; round < play.rounds; round++) {
      await sleep(between(play.random, 500, 1_500))
      await failOver(play, round)
    }
  },
}

async function failOver({ stage, database, folder, random, fault }: Play, round: number): Promise<void> {
  const old = database.first
  const follower = await old.follower(join(folder, `follower-${round + 1}`))
  await sleep(between(random, 500, 2_000))
  await old.stop('kill')
  stage.lines.database.point(follower.port)
  stage.lines.database.cut()
  await sleep(between(random, 0, 3_000))
  await follower.promote()
  database.first = follower
  fault('fail-over to the follower')
}
