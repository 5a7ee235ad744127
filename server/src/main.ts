import type { FastifyInstance } from 'fastify'
import { createApi, createGateway, createWatch, createWork, type Parts } from './app.ts'
import { banner } from './banner.ts'
import { readConfig, WrongSettings } from './config.ts'
import { type Credentials, readCredentials, refreshAddresses } from './credentials.ts'
import { makeDemo } from './demo/make-demo.ts'
import { firstStart } from './first-start.ts'
import { type Ground, standOn } from './ground.ts'
import { CannotStart } from './platform/cannot-start.ts'
import { explained } from './platform/db/embedded/failure.ts'
import { realWorld } from './platform/world.ts'
import { cannotListen, type Listener, listenersOf, refuseTakenPorts } from './ports.ts'
import { warmUp } from './warm-up.ts'

const stopWithinMs = 10_000

type Running = { close(): Promise<void> }

async function start(stop: AbortSignal): Promise<Running> {
  const config = readConfig(process.env)
  await refuseTakenPorts(config)
  try {
    const ground = await standOn(config, stop)
    return await serve({ ...ground, world: realWorld }, ground).catch((error) => giveUp(ground, error))
  } catch (error) {
    throw explained(error, config.dataDir)
  }
}

/** What hinders the end must not hide what hindered the start. */
async function giveUp({ log, leave }: Ground, reason: unknown): Promise<never> {
  await leave().catch((error) => log.warn({ err: error }, 'the database could not be closed'))
  throw reason
}

async function serve(parts: Parts, ground: Ground): Promise<Running> {
  const { config, database, keyring, world } = parts
  const { whenAvailable } = ground
  const first = await whenAvailable(() => firstStart({ db: database.db, config, keyring, world }))
  const kept = readCredentials(config)
  if (kept.kind === 'read') refreshAddresses(config, kept.credentials)
  const work = createWork(parts)
  await whenAvailable(() => work.prepare())
  if (config.warmUp) await warmUp(parts, { createApi, createGateway })
  const doors = await listen(parts)
  const close = async () => {
    const within = { withinMilliseconds: stopWithinMs - 2_000 }
    await Promise.all([...Object.values(doors).map((server) => server.close()), work.stop(within)])
  }
  await whenAvailable(() => work.start()).catch(async (error) => {
    await close()
    throw error
  })
  ground.print(`${banner(config, first, kept)}\n`)
  const demo = kept.kind === 'read' ? demoOf(parts, kept.credentials, doors) : undefined
  return {
    async close() {
      await demo?.stop()
      await close()
      await ground.leave()
    },
  }
}

type Doors = { [Serves in Listener['serves']]?: FastifyInstance }

const creators = { api: createApi, gateway: createGateway, watch: createWatch }

async function listen(parts: Parts): Promise<Doors> {
  const { host } = parts.config
  const doors: Doors = {}
  for (const listener of listenersOf(parts.config)) {
    const server = creators[listener.serves](parts)
    doors[listener.serves] = server
    await server.listen({ host, port: listener.port }).catch(cannotListen(listener, host))
  }
  return doors
}

function demoOf(parts: Parts, credentials: Credentials, { api, gateway }: Doors) {
  const { demo, lab: hasLab, roles, models } = parts.config
  const answers = roles.includes('worker') && models.turn.provider === 'embedded'
  return demo && api ? makeDemo({ ...parts, credentials, api, gateway, hasLab, answers }) : undefined
}

/**
 * What is in flight is finished, for ten seconds at the most; a start that is under way, too, unless it waits for its
 * database. npm passes on a signal that the terminal has already sent to everybody, so that each comes twice; one that comes
 * later is impatience and ends it now.
 */
function stopOn(signals: NodeJS.Signals[], starting: Promise<Running>, stopping: AbortController): void {
  let stoppingSince: number | undefined
  const stop = () => {
    if (stoppingSince !== undefined && Date.now() - stoppingSince > 1_000) process.exit(0)
    if (stoppingSince !== undefined) return
    stoppingSince = Date.now()
    setTimeout(() => process.exit(0), stopWithinMs).unref()
    stopping.abort()
    const end = async () => {
      const running = await starting.catch(() => undefined)
      await running?.close()
    }
    end().then(
      () => process.exit(0),
      (error) => {
        console.error(error)
        process.exit(1)
      },
    )
  }
  for (const signal of signals) process.on(signal, stop)
}

/** A person is told what to do; whoever must mend Parley itself gets the whole error. */
function sayWhy(error: unknown): void {
  if (error instanceof WrongSettings || error instanceof CannotStart)
    console.error(`\n  Parley did not start.\n\n  ${error.message.replaceAll('\n', '\n  ')}\n`)
  else console.error('\n  Parley did not start.\n\n', error)
}

const stopping = new AbortController()
try {
  const starting = start(stopping.signal)
  stopOn(['SIGTERM', 'SIGINT'], starting, stopping)
  await starting
} catch (error) {
  if (stopping.signal.aborted) process.exit(0)
  sayWhy(error)
  process.exit(1)
}
