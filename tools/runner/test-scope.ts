// Loaded before node:test in each test process. node:test tracks every promise of the process with an async hook, to
// find the test that code belongs to. That took a fifth of the CPU time of tests that use the database; three million
// awaits took 16.7 s instead of 0.7. Here node:test tracks only the tests themselves, and code outside any test belongs
// to the current file.
import hooks from 'node:async_hooks'

type Init = NonNullable<hooks.HookCallbacks['init']>
type Destroy = NonNullable<hooks.HookCallbacks['destroy']>

const { createHook, executionAsyncId } = hooks
const tests = new Set<number>()
let fileSuite = 0

/** Called inside the suite of a file, so that everything the file declares belongs to it. */
export function enterFile(): void {
  fileSuite = executionAsyncId()
}

/** Called before the next file's suite is declared, which belongs to no other. */
export function leaveFile(): void {
  fileSuite = 0
}

/** Keeps node:test from failing the whole file at once for an uncaught error; worker.ts reports it. */
export function leaveFileUntilNextTick(): void {
  const suite = fileSuite
  fileSuite = 0
  setImmediate(() => {
    fileSuite ||= suite
  })
}

hooks.executionAsyncId = () => {
  const id = executionAsyncId()
  return tests.has(id) ? id : fileSuite
}

hooks.createHook = ({ init, destroy }) => {
  const followTest: Init = (id, type, trigger, resource) => {
    if (type !== 'Test' && type !== 'Suite') return
    tests.add(id)
    init?.(id, type, trigger, resource)
  }
  const leaveTest: Destroy = (id) => {
    if (tests.delete(id)) destroy?.(id)
  }
  return createHook({ init: followTest, destroy: leaveTest, trackPromises: false })
}

await import('node:test')
Object.assign(hooks, { createHook, executionAsyncId })
