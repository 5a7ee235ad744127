import { setTimeout as sleep } from 'node:timers/promises'
import { between, type Play, type Scenario } from '../scenario.ts'
import { clear, type Line, type Weather } from '../stage/line.ts'

const cast = { doors: 2, workers: 2 }

type Spell = { what: string; weather: Weather; seconds: [least: number, most: number] }

/** Silence lasts longer than anybody waits for an answer, or for a connection. */
const spells: Spell[] = [
  { what: 'refusals', weather: { kind: 'refusal' }, seconds: [1, 6] },
  { what: 'delays of 300 ms', weather: { kind: 'delay', milliseconds: 300 }, seconds: [3, 8] },
  { what: 'silence', weather: { kind: 'silence' }, seconds: [4, 12] },
  { what: 'a trickle', weather: { kind: 'trickle', bytesPerSecond: 4_000 }, seconds: [3, 8] },
]

/** Turn by turn: each spell of bad weather, a cut, and connections that are lost without a word. */
async function weatherOn(line: Line, name: string, { rounds, random, fault }: Play): Promise<void> {
  const breaks = [...spells, 'cut', 'strand'] as const
  for (let round = 0; round < rounds; round++) {
    await sleep(between(random, 500, 2_000))
    const how = breaks[round % breaks.length] as (typeof breaks)[number]
    if (typeof how === 'string') {
      line[how]()
      fault(`all connections to the ${name} ${how === 'cut' ? 'cut' : 'lost without a word'}`)
      continue
    }
    const seconds = between(random, ...how.seconds)
    line.become(how.weather)
    await sleep(seconds * 1000)
    line.become(clear)
    fault(`${seconds.toFixed(1)} s of ${how.what} on the line to the ${name}`)
  }
}

export const databaseLine: Scenario = {
  name: 'database-line',
  means: 'the line to PostgreSQL is cut, slow, or silent without an end',
  cast,
  play: (play) => weatherOn(play.stage.lines.database, 'database', play),
}

export const carrierLine: Scenario = {
  name: 'carrier-line',
  means: 'the line to the providers is cut, slow, or silent without an end',
  cast,
  play: (play) => weatherOn(play.stage.lines.carrier, 'carrier', play),
}
