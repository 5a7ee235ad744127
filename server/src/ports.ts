import { once } from 'node:events'
import { createServer } from 'node:net'
import type { Config } from './config.ts'
import { StartupError } from './platform/startup-error.ts'

/** What a process serves, and on which port; `health` is health and metrics of one that only works. */
export type HttpListener = { serves: 'api' | 'gateway' | 'health'; port: number; variable: 'PORT' | 'GATEWAY_PORT' }

type ListenSettings = Pick<Config, 'roles' | 'host' | 'port' | 'gatewayPort'>

export function httpListenersOf({ roles, port, gatewayPort }: ListenSettings): HttpListener[] {
  const listeners: HttpListener[] = []
  if (roles.includes('api')) listeners.push({ serves: 'api', port, variable: 'PORT' })
  if (roles.includes('gateway')) listeners.push({ serves: 'gateway', port: gatewayPort, variable: 'GATEWAY_PORT' })
  return listeners.length > 0 ? listeners : [{ serves: 'health', port, variable: 'PORT' }]
}

/**
 * Runs before anything is created on disk. It frees the ports again, because a port that accepts connections long before
 * it answers would mislead a health check.
 */
export async function assertPortsAvailable(config: ListenSettings): Promise<void> {
  for (const listener of httpListenersOf(config)) await tryPort(listener, config.host)
}

async function tryPort(listener: HttpListener, host: string): Promise<void> {
  const server = createServer((socket) => socket.destroy())
  server.listen({ host, port: listener.port, exclusive: true })
  await once(server, 'listening').catch(toListenError(listener, host))
  await new Promise((closed) => server.close(closed))
}

/** Turns the reason why a port cannot be had into a sentence. */
export function toListenError({ port, variable }: HttpListener, host: string) {
  return (error: NodeJS.ErrnoException): never => {
    if (error.code === 'EADDRINUSE') {
      throw new StartupError(
        `Port ${port} is taken by another program. Stop it, or set ${variable} to a free port, for example ${variable}=${port + 1}.`,
      )
    }
    if (error.code === 'EACCES')
      throw new StartupError(`Port ${port} needs more rights than this user has. Set ${variable} to one above 1023.`)
    if (error.code === 'EADDRNOTAVAIL')
      throw new StartupError(`This machine has no address ${host}. Set HOST to one of its own, or to 0.0.0.0 for all.`)
    throw error
  }
}
