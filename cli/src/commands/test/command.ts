import type { Command } from '../../command.ts'
import { connect, settingsOf } from '../../connection/connect.ts'
import { discreet } from '../../discreet.ts'
import { Ending, type Exit, exits } from '../../exit.ts'
import { Refused } from '../../http/refused.ts'
import type { Io } from '../../io.ts'
import { plain } from '../../text/plain.ts'
import { type Asked, readArguments } from './arguments.ts'
import { makeFolders } from './files.ts'
import { testHelp } from './help.ts'
import { startedLine } from './progress.ts'
import { report } from './report.ts'
import type { Run } from './run.ts'
import { selectionOf, suitesOf } from './selection.ts'
import type { Session } from './session.ts'
import { explained, startRun } from './start.ts'
import { watchToTheEnd } from './to-the-end.ts'

export const testCommand: Command = {
  name: 'test',
  summary: 'run test cases of an agent, and tell what broke',
  help: testHelp,
  run: runTests,
}

async function runTests(args: string[], world: Io): Promise<Exit> {
  const asked = readArguments(args)
  try {
    const settings = settingsOf(asked, world)
    const io = discreet(world, settings.key)
    await makeFolders(asked, io)
    const at = await connect(settings, io)
    const say = (line: string) => (asked.json ? io.err : io.out)(`${line}\n`)
    return await tested({ ...at, asked, io, say, suites: await suitesOf(at) })
  } catch (error) {
    throw inJson(error instanceof Refused ? explained(error) : error, { asked, io: world })
  }
}

async function tested(session: Session): Promise<Exit> {
  const { asked, io, say } = session
  const run = await runOf(session)
  if (!asked.wait) return left(run, session)
  say(startedLine(run))
  const last = await watchToTheEnd(session, run)
  const exit = await report(session, last)
  return io.interrupted.aborted && last.status === 'cancelled' ? exits.interrupted : exit
}

async function runOf(session: Session): Promise<Run> {
  const { api, asked, io, path, suites } = session
  const runs = `${path}/tests/runs`
  if (asked.run !== undefined) return api.get<Run>(`${runs}/${encodeURIComponent(asked.run)}`)
  const selection = await selectionOf(asked, suites, session)
  if (io.interrupted.aborted) throw new Ending(exits.interrupted, 'Stopped before the run was started')
  return startRun(api, runs, selection)
}

/** With `--no-wait`. */
function left(run: Run, { asked, io, say }: Session): Exit {
  say(startedLine(run))
  say(`  To wait for it: parley test --run ${plain(run.id)}`)
  if (asked.json) io.out(`${JSON.stringify({ exitCode: exits.passed, runId: run.id, status: run.status })}\n`)
  return exits.passed
}

/** Whoever reads the standard output reads why there is nothing else. */
function inJson(error: unknown, { asked, io }: { asked: Asked; io: Io }): unknown {
  if (asked.json && error instanceof Ending) {
    io.out(`${JSON.stringify({ exitCode: error.exit, error: error.message })}\n`)
  }
  return error
}
