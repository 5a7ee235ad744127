import { useMutation } from '@tanstack/react-query'
import { words } from '#words/agent.ts'
import { useAgentChanged } from '../../../parts/section/useAgentChanged.ts'
import { tell } from '../../../parts/tell.tsx'

type Named = { id: string; name: string }

/** Takes a template onto the agent: by `send`, and everything is read again. */
export function useTake(send: (templateId: string) => Promise<unknown>, after: () => void) {
  const changed = useAgentChanged()
  return useMutation({
    mutationFn: ({ id }: Named) => send(id),
    onSuccess: async (_, { name }) => {
      await changed()
      after()
      tell.done(words.gallery.taken(name))
    },
    onError: tell.failed,
  })
}
