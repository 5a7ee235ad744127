import assert from 'node:assert/strict'
import test from 'node:test'
import { createLatePort } from './late-ports.ts'

type Greeter = { greet(name: string): string }
const createGreeter = () =>
  createLatePort<Greeter>('greeter', (bound) => ({ greet: (...args) => bound().greet(...args) }))

test('a late port forwards calls to its implementation', () => {
  const { port, bind } = createGreeter()
  bind({ greet: (name) => `Hello ${name}` })
  assert.equal(port.greet('Ada'), 'Hello Ada')
})

test('a call before the port is bound throws its name', () => {
  const { port } = createGreeter()
  assert.throws(() => port.greet('Ada'), /the port "greeter" was called before it was bound/)
})

test('a port is bound once', () => {
  const { bind } = createGreeter()
  bind({ greet: () => '' })
  assert.throws(() => bind({ greet: () => '' }), /the port "greeter" is bound twice/)
})
