import {
  Alert,
  Button,
  Checkbox,
  Group,
  MultiSelect,
  NumberInput,
  Stack,
  TagsInput,
  Text,
  Textarea,
} from '@mantine/core'
import { useForm } from '@mantine/form'
import { Invalid, ParleyError, type Schema } from '@parley/sdk'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { strings } from '#i18n/tests.ts'
import { useAgent } from '../../../app/current-org.ts'
import { Dialog } from '../../../components/Dialog.tsx'
import { RefusalSummary } from '../../../components/editor/EditorFrame.tsx'
import { groupErrorsByPath } from '../../../components/editor/field-path.ts'
import { FormActions } from '../../../components/FormActions.tsx'
import { notify } from '../../../components/notify.tsx'

/** Why authoring failed; most often no suitable model is configured. */
export function AuthoringError({ error }: { error: Error }) {
  const none = error instanceof ParleyError && error.code === 'agent.test.authoring_unavailable'
  if (!none) return <RefusalSummary error={error} />
  return (
    <Alert color="orange" role="alert" title={strings.authoring.title}>
      {strings.authoring.text}
    </Alert>
  )
}

const { generate } = strings
export type GenerationSource = 'facts' | 'description' | 'coverage' | 'attacks'
type GenerationForm = {
  faqIds: string[]
  wordingsPerFaq: number
  description: string
  count: number
  tags: string[]
  packs: string[]
}
const packs = Object.keys(generate.packs)
const blank: GenerationForm = { faqIds: [], wordingsPerFaq: 2, description: '', count: 5, tags: [], packs }
const titles = {
  facts: [generate.factsTitle, generate.factsText],
  description: [generate.descriptionTitle, generate.descriptionText],
  coverage: [generate.coverageTitle, generate.coverageText],
  attacks: [generate.attacksTitle, generate.attacksText],
} as const

type Props = { suiteId: string; source: GenerationSource; onClose: () => void }

export function GenerateDialog({ suiteId, source, onClose }: Props) {
  const form = useForm<GenerationForm>({ initialValues: blank })
  const generating = useGenerateCases({ suiteId, source, onClose }, (errors) => form.setErrors(errors))
  const [title, lead] = titles[source]
  return (
    <Dialog onClose={onClose} title={title} size="lg">
      <form onSubmit={form.onSubmit((wish) => generating.mutate(wish))}>
        <Stack>
          <Text className="quiet">{lead}</Text>
          {generating.error && <AuthoringError error={generating.error} />}
          {source === 'facts' && <FactFields form={form} />}
          {source === 'description' && <DescriptionFields form={form} />}
          {source === 'attacks' && (
            <Checkbox.Group label={generate.packsLabel} {...form.getInputProps('packs')}>
              <Stack gap="xs" mt="xs">
                {packs.map((pack) => (
                  <Checkbox key={pack} value={pack} label={generate.packs[pack]} />
                ))}
              </Stack>
            </Checkbox.Group>
          )}
          <FormActions>
            <Button variant="default" onClick={onClose}>
              {strings.cancel}
            </Button>
            <Button
              type="submit"
              loading={generating.isPending}
              disabled={source === 'attacks' && form.getValues().packs.length === 0}
            >
              {generate.ok}
            </Button>
          </FormActions>
        </Stack>
      </form>
    </Dialog>
  )
}

type Form = { form: ReturnType<typeof useForm<GenerationForm>> }

function FactFields({ form }: Form) {
  const agent = useAgent()
  const { data = [] } = useQuery({
    queryKey: agent.key('tests', 'facts'),
    queryFn: async ({ signal }) => (await agent.api.get('/knowledge/facts', { signal })).data,
  })
  return (
    <>
      <MultiSelect
        label={generate.facts}
        description={generate.factsHint}
        data={data.map(({ id, question }) => ({ value: id, label: question }))}
        searchable
        limit={100}
        {...form.getInputProps('faqIds')}
      />
      <NumberInput label={generate.wordings} min={1} max={6} {...form.getInputProps('wordingsPerFaq')} />
    </>
  )
}

function DescriptionFields({ form }: Form) {
  return (
    <>
      <Textarea
        label={generate.description}
        description={generate.descriptionHint}
        required
        autosize
        minRows={3}
        maxLength={4000}
        data-autofocus
        {...form.getInputProps('description')}
      />
      <Group grow align="flex-start">
        <NumberInput label={generate.count} min={1} max={15} {...form.getInputProps('count')} />
        <TagsInput label={generate.tags} maxTags={20} {...form.getInputProps('tags')} />
      </Group>
    </>
  )
}

function useGenerateCases({ suiteId, source, onClose }: Props, setErrors: (errors: Record<string, string>) => void) {
  const agent = useAgent()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (wish: GenerationForm) =>
      agent.api.post('/tests/suites/{suiteId}/cases/generate', {
        path: { suiteId },
        timeoutMs: 200_000,
        body: toGenerationBody(source, wish),
      }),
    onSuccess: ({ cases, dropped }) => {
      void queries.invalidateQueries({ queryKey: agent.key('tests', 'cases', suiteId) })
      notify.success(generate.made(cases.length, dropped.length))
      onClose()
    },
    onError: (error) => error instanceof Invalid && setErrors(groupErrorsByPath(error.errors)),
  })
}

function toGenerationBody(source: GenerationSource, form: GenerationForm): Schema<'TestCaseGenerate'> {
  const { faqIds, wordingsPerFaq, description, count, tags } = form
  if (source === 'facts') return { source: 'faqs', wordingsPerFaq, ...(faqIds.length > 0 && { faqIds }) }
  if (source === 'coverage') return { source }
  if (source === 'attacks')
    return { source, packs: form.packs as Extract<Schema<'TestCaseGenerate'>, { source: 'attacks' }>['packs'] }
  return { description, count, ...(tags.length > 0 && { tags }) }
}
