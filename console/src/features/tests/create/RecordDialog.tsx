import { Button, Checkbox, Radio, ScrollArea, Select, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { Invalid, type Schema } from '@parley/sdk'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { displaySuiteName, suiteNames } from '#i18n/suite-names.ts'
import { strings } from '#i18n/tests.ts'
import { useAgent, useRouteIds } from '../../../app/current-org.ts'
import { Dialog } from '../../../components/Dialog.tsx'
import { RefusalSummary } from '../../../components/editor/EditorFrame.tsx'
import { groupErrorsByPath } from '../../../components/editor/field-path.ts'
import { FormActions } from '../../../components/FormActions.tsx'
import { ErrorAlert, Loading } from '../../../components/PageStates.tsx'
import { Timestamp } from '../../../components/Timestamp.tsx'
import { useSuites } from '../shared/test-data.ts'
import { testPaths } from '../shared/test-paths.ts'

const { record } = strings
type RecordingForm = { conversationId: string; suiteId: string | null; title: string; expectation: string }
type Conversation = Schema<'AgentConversationSummary'>

export function RecordDialog({ suiteId, onClose }: { suiteId?: string; onClose: () => void }) {
  const form = useForm<RecordingForm>({
    initialValues: { conversationId: '', suiteId: suiteId ?? null, title: '', expectation: '' },
  })
  const own = (useSuites().data ?? []).filter(({ system }) => !system)
  const recording = useRecordCase((errors) => form.setErrors(errors))
  return (
    <Dialog onClose={onClose} title={record.title} size="lg">
      <form onSubmit={form.onSubmit((wish) => recording.mutate(wish))}>
        <Stack>
          <Text className="quiet">{record.text}</Text>
          {recording.error && <RefusalSummary error={recording.error} />}
          <Conversations {...form.getInputProps('conversationId')} />
          <Select
            label={record.suite}
            placeholder={suiteNames.recorded}
            data={own.map(({ id, name }) => ({ value: id, label: displaySuiteName(name) }))}
            clearable
            {...form.getInputProps('suiteId')}
          />
          <TextInput label={record.caseTitle} maxLength={300} {...form.getInputProps('title')} />
          <Textarea
            label={record.expectation}
            description={record.expectationHint}
            autosize
            minRows={2}
            maxLength={2000}
            {...form.getInputProps('expectation')}
          />
          <FormActions>
            <Button variant="default" onClick={onClose}>
              {strings.cancel}
            </Button>
            <Button type="submit" loading={recording.isPending} disabled={form.getValues().conversationId === ''}>
              {record.ok}
            </Button>
          </FormActions>
        </Stack>
      </form>
    </Dialog>
  )
}

type ChosenConversation = { value?: string; onChange?: (value: string) => void }
const days30 = 30 * 86_400_000

function Conversations({ value, onChange }: ChosenConversation) {
  const agent = useAgent()
  const [withTests, setWithTests] = useState(false)
  const { data, error, refetch } = useQuery({
    queryKey: agent.key('tests', 'conversations', withTests),
    queryFn: async ({ signal }) => {
      const start = new Date(Date.now() - days30).toISOString()
      const query = { start, limit: 200, includeTest: withTests ? ('true' as const) : ('false' as const) }
      return (await agent.api.get('/conversations', { query, signal })).data
    },
  })
  if (error) return <ErrorAlert error={error} retry={refetch} />
  return (
    <Radio.Group label={record.choose} required value={value} onChange={onChange}>
      <Checkbox
        size="xs"
        my={6}
        label={record.withTests}
        checked={withTests}
        onChange={(event) => setWithTests(event.currentTarget.checked)}
      />
      <ScrollArea.Autosize
        mah={260}
        viewportProps={{ tabIndex: 0, role: 'group', 'aria-label': record.choose }}
        type="auto"
      >
        {!data && <Loading />}
        {data?.length === 0 && <Text className="quiet">{record.nothing}</Text>}
        <Stack gap={4}>
          {data?.map((one) => (
            <ConversationOption key={one.sessionId} one={one} />
          ))}
        </Stack>
      </ScrollArea.Autosize>
    </Radio.Group>
  )
}

function ConversationOption({ one }: { one: Conversation }) {
  const { sessionId, firstMessagePreview, channel, emulatedChannel, messageCount, startedAt, test } = one
  const shownChannel = emulatedChannel ?? channel
  return (
    <Radio
      value={sessionId}
      label={firstMessagePreview ?? sessionId}
      description={
        <>
          {strings.channels[shownChannel] ?? shownChannel} · {record.messages(messageCount)} ·{' '}
          <Timestamp at={startedAt} />
          {test && ` · ${record.test}`}
        </>
      }
    />
  )
}

function useRecordCase(setErrors: (errors: Record<string, string>) => void) {
  const agent = useAgent()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const routeIds = useRouteIds()
  return useMutation({
    mutationFn: ({ conversationId, suiteId, title, expectation }: RecordingForm) =>
      agent.api.post('/tests/cases/from-conversation', {
        body: {
          conversationId,
          ...(suiteId && { suiteId }),
          ...(title && { title }),
          ...(expectation && { expectation }),
        },
      }),
    onSuccess: (made) => {
      void queries.invalidateQueries({ queryKey: agent.key('tests', 'suites', 'all') })
      void queries.invalidateQueries({ queryKey: agent.key('tests', 'cases', made.suiteId) })
      void navigate({ to: testPaths.case, params: { ...routeIds, suiteId: made.suiteId, caseId: made.id } })
    },
    onError: (error) => error instanceof Invalid && setErrors(groupErrorsByPath(error.errors)),
  })
}
