import { Blockquote, Button, Checkbox, Group, Select, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { Invalid } from '@parley/sdk'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { strings } from '#i18n/improve.ts'
import { storedSuiteNames } from '#i18n/suite-names.ts'
import { type CurrentAgent, useAgent, useOrg, useRouteIds } from '../../app/current-org.ts'
import { groupErrorsByPath } from '../../components/editor/field-path.ts'
import { AnchorLink } from '../../components/links.tsx'
import { notify } from '../../components/notify.tsx'
import { ErrorAlert } from '../../components/PageStates.tsx'
import { excerptOfAnswer, type UnansweredQuestion } from './improve-data.ts'

const { answer: words } = strings
const live = 'live'
const newDraft = 'new-draft'
type AnswerValues = { question: string; answer: string; target: string; makesTest: boolean }

type Props = { entry: UnansweredQuestion; close: () => void }

/** Answers a question with a Fact: in live, or in a draft. */
export function AnswerForm({ entry, close }: Props) {
  const agent = useAgent()
  // The form names its target: not the draft that is open, but the chosen one.
  const api = useOrg().api.agent(agent.id)
  const queries = useQueryClient()
  const form = useForm<AnswerValues>({
    initialValues: {
      question: entry.question.slice(0, 300),
      answer: '',
      target: agent.draft?.id ?? live,
      makesTest: true,
    },
  })
  const drafts = useQuery({
    queryKey: agent.key('drafts', 'names'),
    queryFn: async ({ signal }) => (await agent.api.get('/drafts', { signal })).data,
  })
  const saving = useMutation({
    mutationFn: (values: AnswerValues) => saveAnswer(api, entry.id, values),
    onSuccess: ({ isLive, hasTest }) => {
      notify.success(isLive ? words.saved : words.savedInDraft)
      if (!hasTest) notify.error(new Error(words.testFailed))
      void queries.invalidateQueries({ queryKey: agent.key() })
      close()
    },
    onError: (error) => error instanceof Invalid && form.setErrors(groupErrorsByPath(error.errors)),
  })
  const targets = [
    { value: live, label: words.live },
    ...(drafts.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
    { value: newDraft, label: words.newDraft },
  ]
  return (
    <form onSubmit={form.onSubmit((values) => saving.mutate(values))}>
      <Stack gap="sm">
        {entry.suggestion && (
          <SuggestedAnswer suggestion={entry.suggestion} use={(answer) => form.setFieldValue('answer', answer)} />
        )}
        <TextInput
          label={words.question}
          description={words.questionHint}
          required
          maxLength={300}
          {...form.getInputProps('question')}
        />
        <Textarea
          label={words.answer}
          required
          autosize
          minRows={2}
          maxLength={1000}
          data-autofocus
          {...form.getInputProps('answer')}
        />
        <Group align="flex-end">
          <Select label={words.target} data={targets} allowDeselect={false} {...form.getInputProps('target')} />
          <Checkbox
            label={words.test}
            description={words.testHint}
            {...form.getInputProps('makesTest', { type: 'checkbox' })}
          />
        </Group>
        {saving.error && !(saving.error instanceof Invalid) && <ErrorAlert error={saving.error} />}
        <Group>
          <Button type="submit" size="xs" loading={saving.isPending}>
            {words.save}
          </Button>
          <Button variant="default" size="xs" onClick={close}>
            {words.cancel}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

type SuggestionProps = {
  suggestion: NonNullable<UnansweredQuestion['suggestion']>
  use: (answer: string) => void
}

function SuggestedAnswer({ suggestion: { answer, source }, use }: SuggestionProps) {
  const params = useRouteIds()
  return (
    <Stack gap={4} component="section" aria-label={words.suggestion}>
      <Text size="sm" fw={500}>
        {words.suggestion}
      </Text>
      <Blockquote p="xs" style={{ whiteSpace: 'pre-wrap' }} fz="sm">
        {answer}
      </Blockquote>
      <Group gap="sm">
        <Button size="compact-xs" variant="light" onClick={() => use(answer)}>
          {words.use}
        </Button>
        <Text size="xs" className="quiet">
          {words.sources[source.kind]}
        </Text>
        {source.kind === 'source' && (
          <AnchorLink size="xs" to="/orgs/$org/agents/$agent/knowledge/sources" params={params}>
            {words.openSource}
          </AnchorLink>
        )}
        {source.kind === 'desk' && source.sessionId !== undefined && (
          <AnchorLink
            size="xs"
            to="/orgs/$org/agents/$agent/inbox"
            params={params}
            search={{ conversation: source.sessionId, message: source.id }}
          >
            {words.openSource}
          </AnchorLink>
        )}
      </Group>
    </Stack>
  )
}

type SavedAnswer = { isLive: boolean; hasTest: boolean }

/** The answer counts even if the test cannot be created. */
async function saveAnswer(api: CurrentAgent['api'], id: string, values: AnswerValues): Promise<SavedAnswer> {
  const { question, answer, target, makesTest } = values
  const draftId =
    target === newDraft
      ? (await api.post('/drafts', { body: { name: words.draftName(question) } })).id
      : target === live
        ? undefined
        : target
  await api.post('/insights/unanswered/{questionId}/_answer', {
    path: { questionId: id },
    body: { question, answer },
    ...(draftId !== undefined && { headers: { 'X-Svc-Draft': draftId } }),
  })
  const hasTest =
    !makesTest ||
    (await createTest(api, { question, answer }).then(
      () => true,
      () => false,
    ))
  return { isLive: draftId === undefined, hasTest }
}

async function createTest(api: CurrentAgent['api'], { question, answer }: Pick<AnswerValues, 'question' | 'answer'>) {
  const { data } = await api.get('/tests/suites', {})
  const known = data.find(({ name }) => name === storedSuiteNames.answered)
  const suite = known ?? (await api.post('/tests/suites', { body: { name: storedSuiteNames.answered } }))
  await api.post('/tests/suites/{suiteId}/cases', {
    path: { suiteId: suite.id },
    body: { title: question, turns: [question], expect: { checks: { textIncludes: [excerptOfAnswer(answer)] } } },
  })
}
