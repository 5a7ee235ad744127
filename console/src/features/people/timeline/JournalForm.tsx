import { Button, Group, Stack, Textarea } from '@mantine/core'
import { Invalid } from '@parley/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { strings } from '#i18n/people.ts'
import { useAgent } from '../../../app/current-org.ts'
import { notify } from '../../../components/notify.tsx'

const { journal } = strings

export function JournalForm({ personId }: { personId: string }) {
  const agent = useAgent()
  const queries = useQueryClient()
  const [text, setText] = useState('')
  const adding = useMutation({
    mutationFn: () => agent.api.post('/people/{personId}/journal', { path: { personId }, body: { text } }),
    onSuccess: () => {
      setText('')
      notify.success(journal.added)
      return queries.invalidateQueries({ queryKey: agent.key('person', personId) })
    },
    onError: (error) => error instanceof Invalid || notify.error(error),
  })
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (text.trim()) adding.mutate()
      }}
    >
      <Stack gap="xs">
        <Textarea
          label={journal.text}
          placeholder={journal.hint}
          autosize
          minRows={1}
          maxRows={8}
          error={adding.error instanceof Invalid && adding.error.message}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        {text.trim() !== '' && (
          <Group justify="flex-end">
            <Button type="submit" size="xs" loading={adding.isPending}>
              {journal.add}
            </Button>
          </Group>
        )}
      </Stack>
    </form>
  )
}
