import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { IconSparkles } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { lazy, Suspense, useMemo } from 'react'
import { words } from '#words/tests.ts'
import { useAgent } from '../../../app/org.ts'
import { Dialog } from '../../../parts/Dialog.tsx'
import { Loading } from '../../../parts/Loading.tsx'
import { AuthoringTrouble } from '../make/Authoring.tsx'
import { type Draft, draftOf, textAt, textOf } from './draft.ts'
import { useEditing } from './editing.ts'

const DiffView = lazy(async () => ({ default: (await import('../../../parts/code/DiffView.tsx')).DiffView }))
const { case: said } = words

/** Has a model write the case that the brief describes; nothing changes here before it is taken over. */
export function CompileButton({ suiteId }: { suiteId: string }) {
  const { draft, set, readOnly } = useEditing()
  const agent = useAgent()
  const compiling = useMutation({
    mutationFn: (current: Draft) =>
      agent.api.post('/tests/suites/{suiteId}/cases/compile', {
        path: { suiteId },
        timeoutMs: 200_000,
        // What the case says now goes along as it is: lint looks at it there.
        body: { brief: briefIn(current), current: current as never },
      }),
  })
  if (readOnly) return null
  const { scenario, expected } = briefIn(draft)
  const made = compiling.data
  const take = (document: Draft) => {
    for (const key of new Set([...Object.keys(draft), ...Object.keys(document)])) set([key], document[key])
    compiling.reset()
  }
  return (
    <Stack mt="sm" gap="xs">
      {compiling.error && <AuthoringTrouble error={compiling.error} />}
      <Group>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconSparkles size={14} aria-hidden />}
          disabled={scenario === '' || expected === ''}
          loading={compiling.isPending}
          onClick={() => compiling.mutate(draft)}
        >
          {said.compile}
        </Button>
      </Group>
      {made && (
        <Compiled
          before={draft}
          made={draftOf(made.document)}
          caveat={made.caveat}
          onTake={take}
          onClose={compiling.reset}
        />
      )}
    </Stack>
  )
}

const briefIn = (draft: Draft) => ({
  scenario: textAt(draft, ['brief', 'scenario']),
  expected: textAt(draft, ['brief', 'expected']),
})

type Given = {
  before: Draft
  made: Draft
  caveat: string | undefined
  onTake: (document: Draft) => void
  onClose: () => void
}

function Compiled({ before, made, caveat, onTake, onClose }: Given) {
  const left = useMemo(() => ({ label: said.now, text: textOf(before) }), [before])
  const right = useMemo(() => ({ label: said.fromBrief, text: textOf(made) }), [made])
  return (
    <Dialog onClose={onClose} size="xl" title={said.compiled}>
      <Stack>
        <Text>{said.compiledText}</Text>
        {caveat && <Alert color="orange">{caveat}</Alert>}
        <Suspense fallback={<Loading />}>
          <DiffView before={left} after={right} />
        </Suspense>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {words.cancel}
          </Button>
          <Button onClick={() => onTake(made)}>{said.take}</Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
