import { once } from 'node:events'
import { createServer } from 'node:net'
import type { Config } from './config.ts'
import { CannotStart } from './platform/cannot-start.ts'

/** What a process serves, and on which port; `watch` is health and metrics of one that only works. */
export type Listener = { serves: 'api' | 'gateway' | 'watch'; port: number; variable: 'PORT' | 'GATEWAY_PORT' }

type Listening = Pick<Config, 'roles' | 'host' | 'port' | 'gatewayPort'>

export function listenersOf({ roles, port, gatewayPort }: Listening): Listener[] {
  const listeners: Listener[] = []
  if (roles.includes('api')) listeners.push({ serves: 'api', port, variable: 'PORT' })
  if (roles.includes('gateway')) listeners.push({ serves: 'gateway', port: gatewayPort, variable: 'GATEWAY_PORT' })
  return listeners.length > 0 ? listeners : [{ serves: 'watch', port, variable: 'PORT' }]
}

/**
 * Runs before anything is created on disk. It frees the ports again, because a port that accepts connections long before
 * it answers would mislead a health check.
 */
export async function refuseTakenPorts(config: Listening): Promise<void> {
  for (const listener of listenersOf(config)) await tryPort(listener, config.host)
}

async function tryPort(listener: Listener, host: string): Promise<void> {
  const server = createServer((socket) => socket.destroy())
  server.listen({ host, port: listener.port, exclusive: true })
  await once(server, 'listening').catch(cannotListen(listener, host))
  await new Promise((closed) => server.close(closed))
}

/** Turns the reason why a port cannot be had into a sentence. */
export function cannotListen({ port, variable }: Listener, host: string) {
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
