import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** The treatment of the bytes between two programs. */
export type NetworkCondition =
  | { kind: 'clear' }
  /** Delays each chunk in both directions. */
  | { kind: 'delay'; milliseconds: number }
  /** Passes small chunks at the given rate. */
  | { kind: 'trickle'; bytesPerSecond: number }
  /** Connections stay open and new ones are accepted, but no data passes, as if the other side had vanished. */
  | { kind: 'silence' }
  /** Resets every new connection at once. */
  | { kind: 'refusal' }

export const clearNetwork: NetworkCondition = { kind: 'clear' }

export type NetworkProxy = {
  port: number
  setCondition(condition: NetworkCondition): void
  cutConnections: () => void
  abandonConnections(): void
  takeRequestStart(upstreamPort: number | undefined): number | undefined
  waitUntilCaughtUp(): Promise<void>
  setTarget(target: number): void
  close(): Promise<void>
}

export async function startNetworkProxy(port: number): Promise<NetworkProxy> {
  const pairs = new Set<ConnectionPair>()
  const waiters = new Map<number | undefined, () => void>()
  const state = { target: port, condition: clearNetwork }
  const server = createServer((client) => {
    if (state.condition.kind === 'refusal') return void client.resetAndDestroy()
    const onData = () => waiters.get(client.remotePort)?.()
    const pair = joinSockets(client, connect(state.target, '127.0.0.1'), { condition: () => state.condition, onData })
    pairs.add(pair)
    pair.upstream.once('close', () => pairs.delete(pair))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const findPair = (upstreamPort: number | undefined) =>
    [...pairs].find(({ upstream }) => upstream.localPort === upstreamPort)
  const cutConnections = () => {
    for (const { client, upstream } of pairs) {
      client.resetAndDestroy()
      upstream.destroy()
    }
  }
  return {
    port: portOf(server),
    /** Applies to open connections too. Data that silence held back never arrives. */
    setCondition(condition: NetworkCondition): void {
      const wasSilent = state.condition.kind === 'silence'
      state.condition = condition
      if (condition.kind === 'refusal' || wasSilent) cutConnections()
    },
    /** Resets all open connections; new ones are accepted. */
    cutConnections,
    /**
     * Abandons open connections silently: neither side learns of it, not even when the other one closes. New
     * connections are accepted.
     */
    abandonConnections(): void {
      for (const pair of pairs) pair.isAbandoned = true
    },
    /**
     * Returns when the first byte of the request that the far end just received from that port reached this proxy,
     * regardless of any delay. One connection carries one request at a time.
     */
    takeRequestStart(upstreamPort: number | undefined): number | undefined {
      const pair = findPair(upstreamPort)
      const startedAt = pair?.startedAt
      if (pair) pair.startedAt = undefined
      return startedAt
    },
    /**
     * Resolves when the proxy has seen everything written to it before the call, however busy this program is. An empty
     * line between requests means nothing to the far end.
     */
    async waitUntilCaughtUp(): Promise<void> {
      const probe = connect(portOf(server), '127.0.0.1')
      probe.on('error', () => {})
      const closed = once(probe, 'close').catch(() => {})
      await Promise.race([once(probe, 'connect').catch(() => {}), closed])
      const received = new Promise<void>((resolve) => waiters.set(probe.localPort, resolve))
      probe.write('\r\n')
      await Promise.race([received, closed])
      waiters.delete(probe.localPort)
      probe.destroy()
    },
    /** Sets the target of new connections. */
    setTarget(target: number): void {
      state.target = target
    },
    async close(): Promise<void> {
      cutConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}

type ConnectionPair = { client: Socket; upstream: Socket; isAbandoned: boolean; startedAt?: number }

const silence: NetworkCondition = { kind: 'silence' }

const portOf = (server: Server): number => (server.address() as AddressInfo).port

type JoinOptions = { condition(): NetworkCondition; onData(): void }

function joinSockets(client: Socket, upstream: Socket, { condition, onData }: JoinOptions): ConnectionPair {
  const pair: ConnectionPair = { client, upstream, isAbandoned: false }
  const received = () => {
    pair.startedAt ??= Date.now()
    onData()
  }
  const conditionOfPair = () => (pair.isAbandoned ? silence : condition())
  for (const [from, to] of [
    [client, upstream],
    [upstream, client],
  ] as const) {
    from.setNoDelay(true)
    const end = () => {
      if (!pair.isAbandoned) to.destroy()
    }
    from.on('error', end)
    from.on('close', end)
    void forwardStream(from, to, { condition: conditionOfPair, received: from === client ? received : () => {} })
  }
  return pair
}

type ForwardOptions = { condition(): NetworkCondition; received(): void }

async function forwardStream(from: Socket, to: Socket, { condition, received }: ForwardOptions): Promise<void> {
  try {
    for await (const chunk of from) {
      received()
      await forwardChunk(chunk as Buffer, to, condition())
    }
    if (condition().kind !== 'silence') to.end()
  } catch {
    // The close event reports its end.
  }
}

const chunkMilliseconds = 50

async function forwardChunk(chunk: Buffer, to: Socket, condition: NetworkCondition): Promise<void> {
  if (condition.kind === 'silence') return
  if (condition.kind === 'delay') await sleep(condition.milliseconds)
  if (condition.kind !== 'trickle') return writeChunk(to, chunk)
  const size = Math.max(1, Math.round((condition.bytesPerSecond * chunkMilliseconds) / 1000))
  for (let offset = 0; offset < chunk.length && !to.destroyed; offset += size) {
    await writeChunk(to, chunk.subarray(offset, offset + size))
    await sleep(chunkMilliseconds)
  }
}

async function writeChunk(to: Socket, chunk: Buffer): Promise<void> {
  if (!to.destroyed && !to.write(chunk)) await Promise.race([once(to, 'drain'), once(to, 'close')])
}
