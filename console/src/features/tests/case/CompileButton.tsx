import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { IconSparkles } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { lazy, Suspense, useMemo } from 'react'
import { strings } from '#i18n/tests.ts'
import { useAgent } from '../../../app/current-org.ts'
import { Dialog } from '../../../components/Dialog.tsx'
import { FormActions } from '../../../components/FormActions.tsx'
import { Loading } from '../../../components/PageStates.tsx'
import { AuthoringError } from '../create/GenerateDialog.tsx'
import { type CaseDraft, formatDraft, readDraftText, toCaseDraft } from './case-draft.ts'
import { useCaseEditing } from './useCaseEditor.ts'

const DiffView = lazy(async () => ({ default: (await import('../../../components/code/DiffView.tsx')).DiffView }))
const { case: texts } = strings

/** Has a model write the case from the brief; nothing changes until the user accepts the result. */
export function CompileButton({ suiteId }: { suiteId: string }) {
  const { draft, set, readOnly } = useCaseEditing()
  const agent = useAgent()
  const compiling = useMutation({
    mutationFn: (current: CaseDraft) =>
      agent.api.post('/tests/suites/{suiteId}/cases/compile', {
        path: { suiteId },
        timeoutMs: 200_000,
        // Sends the current draft unvalidated: the server lints it.
        body: { brief: briefIn(current), current: current as never },
      }),
  })
  if (readOnly) return null
  const { scenario, expected } = briefIn(draft)
  const made = compiling.data
  const take = (document: CaseDraft) => {
    for (const key of new Set([...Object.keys(draft), ...Object.keys(document)])) set([key], document[key])
    compiling.reset()
  }
  return (
    <Stack mt="sm" gap="xs">
      {compiling.error && <AuthoringError error={compiling.error} />}
      <Group>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconSparkles size={14} aria-hidden />}
          disabled={scenario === '' || expected === ''}
          loading={compiling.isPending}
          onClick={() => compiling.mutate(draft)}
        >
          {texts.compile}
        </Button>
      </Group>
      {made && (
        <CompiledCase
          before={draft}
          made={toCaseDraft(made.document)}
          caveat={made.caveat}
          onTake={take}
          onClose={compiling.reset}
        />
      )}
    </Stack>
  )
}

const briefIn = (draft: CaseDraft) => ({
  scenario: readDraftText(draft, ['brief', 'scenario']),
  expected: readDraftText(draft, ['brief', 'expected']),
})

type Props = {
  before: CaseDraft
  made: CaseDraft
  caveat: string | undefined
  onTake: (document: CaseDraft) => void
  onClose: () => void
}

function CompiledCase({ before, made, caveat, onTake, onClose }: Props) {
  const left = useMemo(() => ({ label: texts.now, text: formatDraft(before) }), [before])
  const right = useMemo(() => ({ label: texts.fromBrief, text: formatDraft(made) }), [made])
  return (
    <Dialog onClose={onClose} size="xl" title={texts.compiled}>
      <Stack>
        <Text>{texts.compiledText}</Text>
        {caveat && <Alert color="orange">{caveat}</Alert>}
        <Suspense fallback={<Loading />}>
          <DiffView before={left} after={right} />
        </Suspense>
        <FormActions>
          <Button variant="default" onClick={onClose}>
            {strings.cancel}
          </Button>
          <Button onClick={() => onTake(made)}>{texts.useCompiled}</Button>
        </FormActions>
      </Stack>
    </Dialog>
  )
}
