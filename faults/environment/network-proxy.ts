import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** What happens to the bytes between two programs. */
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
  become(weather: NetworkCondition): void
  cut: () => void
  strand(): void
  takeBegunAt(farPort: number | undefined): number | undefined
  caughtUp(): Promise<void>
  point(target: number): void
  close(): Promise<void>
}

export async function startNetworkProxy(port: number): Promise<NetworkProxy> {
  const pairs = new Set<Pair>()
  const waiting = new Map<number | undefined, () => void>()
  const state = { target: port, weather: clearNetwork }
  const server = createServer((near) => {
    if (state.weather.kind === 'refusal') return void near.resetAndDestroy()
    const onSeen = () => waiting.get(near.remotePort)?.()
    const pair = join(near, connect(state.target, '127.0.0.1'), { weather: () => state.weather, onSeen })
    pairs.add(pair)
    pair.far.once('close', () => pairs.delete(pair))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const byFarPort = (farPort: number | undefined) => [...pairs].find(({ far }) => far.localPort === farPort)
  const cut = () => {
    for (const { near, far } of pairs) {
      near.resetAndDestroy()
      far.destroy()
    }
  }
  return {
    port: portOf(server),
    /** Applies to open connections too. Data that silence held back never arrives. */
    become(weather: NetworkCondition): void {
      const wasSilent = state.weather.kind === 'silence'
      state.weather = weather
      if (weather.kind === 'refusal' || wasSilent) cut()
    },
    /** Resets all open connections; new ones are accepted. */
    cut,
    /**
     * Abandons open connections silently: neither side learns of it, not even when the other one closes. New
     * connections are accepted.
     */
    strand(): void {
      for (const pair of pairs) pair.isStranded = true
    },
    /**
     * Returns when the first byte of the request that the far end just received from that port reached this proxy,
     * regardless of any delay. One connection carries one request at a time.
     */
    takeBegunAt(farPort: number | undefined): number | undefined {
      const pair = byFarPort(farPort)
      const begunAt = pair?.begunAt
      if (pair) pair.begunAt = undefined
      return begunAt
    },
    /**
     * Resolves when the proxy has seen everything written to it before the call, however busy this program is. An empty
     * line between requests means nothing to the far end.
     */
    async caughtUp(): Promise<void> {
      const own = connect(portOf(server), '127.0.0.1')
      own.on('error', () => {})
      const isOver = once(own, 'close').catch(() => {})
      await Promise.race([once(own, 'connect').catch(() => {}), isOver])
      const seen = new Promise<void>((resolve) => waiting.set(own.localPort, resolve))
      own.write('\r\n')
      await Promise.race([seen, isOver])
      waiting.delete(own.localPort)
      own.destroy()
    },
    /** Sets the target of new connections. */
    point(target: number): void {
      state.target = target
    },
    async close(): Promise<void> {
      cut()
      await new Promise((closed) => server.close(closed))
    },
  }
}

type Pair = { near: Socket; far: Socket; isStranded: boolean; begunAt?: number }

const silence: NetworkCondition = { kind: 'silence' }

const portOf = (server: Server): number => (server.address() as AddressInfo).port

type Joining = { weather(): NetworkCondition; onSeen(): void }

function join(near: Socket, far: Socket, { weather, onSeen }: Joining): Pair {
  const pair: Pair = { near, far, isStranded: false }
  const seen = () => {
    pair.begunAt ??= Date.now()
    onSeen()
  }
  const ofPair = () => (pair.isStranded ? silence : weather())
  for (const [from, to] of [
    [near, far],
    [far, near],
  ] as const) {
    from.setNoDelay(true)
    const end = () => {
      if (!pair.isStranded) to.destroy()
    }
    from.on('error', end)
    from.on('close', end)
    void carry(from, to, { weather: ofPair, seen: from === near ? seen : () => {} })
  }
  return pair
}

type Carrying = { weather(): NetworkCondition; seen(): void }

async function carry(from: Socket, to: Socket, { weather, seen }: Carrying): Promise<void> {
  try {
    for await (const piece of from) {
      seen()
      await passed(piece as Buffer, to, weather())
    }
    if (weather().kind !== 'silence') to.end()
  } catch {
    // The close event reports its end.
  }
}

const pieceMilliseconds = 50

async function passed(piece: Buffer, to: Socket, weather: NetworkCondition): Promise<void> {
  if (weather.kind === 'silence') return
  if (weather.kind === 'delay') await sleep(weather.milliseconds)
  if (weather.kind !== 'trickle') return written(to, piece)
  const size = Math.max(1, Math.round((weather.bytesPerSecond * pieceMilliseconds) / 1000))
  for (let at = 0; at < piece.length && !to.destroyed; at += size) {
    await written(to, piece.subarray(at, at + size))
    await sleep(pieceMilliseconds)
  }
}

async function written(to: Socket, piece: Buffer): Promise<void> {
  if (!to.destroyed && !to.write(piece)) await Promise.race([once(to, 'drain'), once(to, 'close')])
}
