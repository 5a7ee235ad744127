import { Button, Group, Select, Stack, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { words } from '#words/tests.ts'
import { useAgent, usePlace } from '../../../app/org.ts'
import { Dialog } from '../../../parts/Dialog.tsx'
import { Refusal } from '../../../parts/editor/EditorFrame.tsx'
import { tell } from '../../../parts/tell.tsx'
import { to } from '../shared/place.ts'
import { type TestCase, useSuites } from '../shared/reads.ts'

const { copy } = words
type Copied = Pick<TestCase, 'id' | 'suiteId'>

export function CopyDialog({ testCase, onClose }: { testCase: Copied; onClose: () => void }) {
  const own = (useSuites().data ?? []).filter(({ system }) => !system)
  const [chosen, setChosen] = useState<string | null>(null)
  const suiteId = chosen ?? own.find(({ id }) => id === testCase.suiteId)?.id ?? own[0]?.id
  const copying = useCopying(testCase, onClose)
  return (
    <Dialog onClose={onClose} title={copy.title}>
      <Stack>
        {copying.error && <Refusal error={copying.error} />}
        {own.length === 0 && <Text>{copy.none}</Text>}
        <Select
          label={copy.suite}
          data={own.map(({ id, name }) => ({ value: id, label: name }))}
          value={suiteId ?? null}
          onChange={setChosen}
          allowDeselect={false}
          data-autofocus
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {words.cancel}
          </Button>
          <Button disabled={!suiteId} loading={copying.isPending} onClick={() => suiteId && copying.mutate(suiteId)}>
            {copy.ok}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}

function useCopying({ id: caseId, suiteId }: Copied, onClose: () => void) {
  const agent = useAgent()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const place = usePlace()
  return useMutation({
    mutationFn: (target: string) =>
      agent.api.post('/tests/suites/{suiteId}/cases/{caseId}/copy', {
        path: { suiteId, caseId },
        body: { suiteId: target },
      }),
    onSuccess: (made) => {
      onClose()
      tell.done(copy.done)
      void queries.invalidateQueries({ queryKey: agent.key('tests', 'cases', made.suiteId) })
      void navigate({ to: to.case, params: { ...place, suiteId: made.suiteId, caseId: made.id } })
    },
  })
}
