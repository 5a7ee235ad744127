/** The data of one chat in this browser. If the browser blocks storage, the data lasts as long as the page. */
export type ChatStorage = {
  get(name: string): string | undefined
  set(name: string, value: string): void
  remove(name: string): void
  keys(): string[]
  /** Another tab of the browser has changed the value. Returns the function that unsubscribes. */
  watch(name: string, onChange: (value: string | undefined) => void): () => void
}

export function openChatStorage(binding: string): ChatStorage {
  const prefix = `parley.webchat.${binding}.`
  const storage = findLocalStorage()
  if (!storage) return openMemoryStorage(binding)
  return {
    get: (name) => storage.getItem(prefix + name) ?? undefined,
    set(name, value) {
      try {
        storage.setItem(prefix + name, value)
      } catch {
        // Storage is full: the message is still in memory.
      }
    },
    remove: (name) => storage.removeItem(prefix + name),
    keys: () =>
      Object.keys(storage)
        .filter((key) => key.startsWith(prefix))
        .map((key) => key.slice(prefix.length)),
    watch(name, onChange) {
      const listener = ({ key, newValue }: StorageEvent) => {
        if (key === prefix + name) onChange(newValue ?? undefined)
      }
      addEventListener('storage', listener)
      return () => removeEventListener('storage', listener)
    },
  }
}

function findLocalStorage(): Storage | undefined {
  try {
    localStorage.setItem('parley.webchat', '')
    localStorage.removeItem('parley.webchat')
    return localStorage
  } catch {
    return undefined
  }
}

const memories = new Map<string, Map<string, string>>()

function openMemoryStorage(binding: string): ChatStorage {
  const values = memories.get(binding) ?? new Map<string, string>()
  memories.set(binding, values)
  return {
    get: (name) => values.get(name),
    set: (name, value) => void values.set(name, value),
    remove: (name) => void values.delete(name),
    keys: () => [...values.keys()],
    watch: () => () => {},
  }
}
