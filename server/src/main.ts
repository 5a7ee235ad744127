import type { FastifyInstance } from 'fastify'
import { createApi, createGateway, createWatch, createWork, type Parts } from './app.ts'
import { banner } from './banner.ts'
import { WrongSettings } from './config.ts'
import { type Credentials, readCredentials, refreshAddresses } from './credentials.ts'
import { makeDemo } from './demo/make-demo.ts'
import { firstStart } from './first-start.ts'
import { type Ground, standOn } from './ground.ts'
import { CannotStart } from './platform/cannot-start.ts'
import { realWorld } from './platform/world.ts'
import { warmUp } from './warm-up.ts'

const stopWithinMs = 10_000

type Running = { close(): Promise<void> }

async function start(): Promise<Running> {
  const ground = await standOn(process.env, (sentence) => console.log(`  ${sentence}`))
  try {
    return await serve({ ...ground, world: realWorld }, ground)
  } catch (error) {
    await ground.leave()
    throw error
  }
}

async function serve(parts: Parts, ground: Ground): Promise<Running> {
  const { config, database, keyring, world } = parts
  const first = await firstStart({ db: database.db, config, keyring, world })
  const kept = readCredentials(config)
  if (kept.kind === 'read') refreshAddresses(config, kept.credentials)
  const work = createWork(parts)
  await work.prepare()
  await warmUp(parts, { createApi, createGateway })
  const doors = await listen(parts)
  await work.start()
  console.log(banner(config, first, kept))
  const demo = kept.kind === 'read' ? demoOf(parts, kept.credentials, doors) : undefined
  return {
    async close() {
      const within = { withinMilliseconds: stopWithinMs - 2_000 }
      await demo?.stop()
      await Promise.all([...Object.values(doors).map((server) => server.close()), work.stop(within)])
      await ground.leave()
    },
  }
}

type Doors = { api?: FastifyInstance; gateway?: FastifyInstance; watch?: FastifyInstance }

async function listen(parts: Parts): Promise<Doors> {
  const { roles, host, port, gatewayPort } = parts.config
  const doors: Doors = {
    ...(roles.includes('api') && { api: createApi(parts) }),
    ...(roles.includes('gateway') && { gateway: createGateway(parts) }),
  }
  if (!doors.api && !doors.gateway) doors.watch = createWatch(parts)
  for (const [name, server] of Object.entries(doors)) {
    const at = name === 'gateway' ? { port: gatewayPort, variable: 'GATEWAY_PORT' } : { port, variable: 'PORT' }
    await server.listen({ host, port: at.port }).catch(cannotListen(at, host))
  }
  return doors
}

function demoOf(parts: Parts, credentials: Credentials, { api, gateway }: Doors) {
  const { demo, lab: hasLab, roles, models } = parts.config
  const answers = roles.includes('worker') && models.turn.provider === 'embedded'
  return demo && api ? makeDemo({ ...parts, credentials, api, gateway, hasLab, answers }) : undefined
}

function cannotListen({ port, variable }: { port: number; variable: string }, host: string) {
  return (error: NodeJS.ErrnoException): never => {
    if (error.code === 'EADDRINUSE') {
      throw new CannotStart(
        `Port ${port} is taken by another program. Stop it, or set ${variable} to a free port, for example ${variable}=${port + 1}.`,
      )
    }
    if (error.code === 'EACCES')
      throw new CannotStart(`Port ${port} needs more rights than this user has. Set ${variable} to one above 1023.`)
    if (error.code === 'EADDRNOTAVAIL')
      throw new CannotStart(`This machine has no address ${host}. Set HOST to one of its own, or to 0.0.0.0 for all.`)
    throw error
  }
}

/**
 * What is in flight is finished, for ten seconds at the most; a start that is under way, too. npm passes on a signal that the terminal has already
 * sent to everybody, so that each comes twice; one that comes later is impatience and ends it now.
 */
function stopOn(signals: NodeJS.Signals[], starting: Promise<Running>): void {
  let stoppingSince: number | undefined
  const stop = () => {
    if (stoppingSince !== undefined && Date.now() - stoppingSince > 1_000) process.exit(0)
    if (stoppingSince !== undefined) return
    stoppingSince = Date.now()
    setTimeout(() => process.exit(0), stopWithinMs).unref()
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

try {
  const starting = start()
  stopOn(['SIGTERM', 'SIGINT'], starting)
  await starting
} catch (error) {
  sayWhy(error)
  process.exit(1)
}
