import { Button, Fieldset, Grid, Group, Select, Stack, Text, TextInput } from '@mantine/core'
import { words } from '#words/campaigns.ts'
import { words as outreachWords } from '#words/outreach.ts'
import { usePlace } from '../../../app/org.ts'
import { AmlPreview } from '../../../parts/aml/AmlPreview.tsx'
import { ButtonLink } from '../../../parts/links.tsx'
import { choicesOf, useOutreaches, useTemplates } from '../../outreach/shared/configuration.ts'
import { HoursFields } from '../../outreach/shared/HoursFields.tsx'
import { missingIn } from './draft.ts'
import type { DraftForm } from './useDraft.ts'

const { compose } = words
type Given = { form: DraftForm; readOnly: boolean; onNext: () => void }

/** What it says, what it is called, and when it goes. */
export function OutreachStep({ form, readOnly, onNext }: Given) {
  const next = () => {
    const missing = missingIn(form.getValues())
    const said = { name: compose.nameIt, outreachId: compose.chooseOutreach }
    if (missing.length === 0) return onNext()
    form.setErrors(Object.fromEntries(missing.map((field) => [field, said[field]])))
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        next()
      }}
    >
      <Grid gap="md">
        <Grid.Col span={{ base: 12, md: 7 }}>
          <Stack>
            <Basics form={form} readOnly={readOnly} />
            <Options form={form} readOnly={readOnly} />
            <Group justify="flex-end">
              <Button type="submit">{words.next}</Button>
            </Group>
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 5 }}>
          <Opener form={form} />
        </Grid.Col>
      </Grid>
    </form>
  )
}

function Basics({ form, readOnly }: Omit<Given, 'onNext'>) {
  const outreaches = useOutreaches()
  const place = usePlace()
  const enabled = outreaches.data?.filter((one) => one.enabled)
  const { outreachId } = form.getValues()
  return (
    <Fieldset legend={words.steps.outreach} disabled={readOnly}>
      <Stack>
        <TextInput label={compose.name} description={compose.nameHint} withAsterisk {...form.getInputProps('name')} />
        <Select
          label={compose.outreach}
          description={compose.outreachHint}
          data={choicesOf(enabled, outreachId, outreachWords.gone)}
          searchable
          allowDeselect={false}
          {...form.getInputProps('outreachId')}
        />
        {enabled?.length === 0 && (
          <Group gap="sm">
            <Text size="sm">{compose.noOutreach}</Text>
            <ButtonLink size="xs" variant="default" to="/orgs/$org/agents/$agent/outreach" params={place}>
              {compose.toOutreach}
            </ButtonLink>
          </Group>
        )}
      </Stack>
    </Fieldset>
  )
}

function Options({ form, readOnly }: Omit<Given, 'onNext'>) {
  const { previouslyChoices: said } = compose
  const { sendWindow } = form.getValues()
  return (
    <Fieldset legend={compose.options} disabled={readOnly}>
      <Stack>
        <Select
          label={compose.previously}
          description={compose.previouslyHint}
          data={(['usual', 'yes', 'no'] as const).map((value) => ({ value, label: said[value] }))}
          allowDeselect={false}
          {...form.getInputProps('previously')}
        />
        <HoursFields
          label={compose.window}
          description={compose.windowHint}
          value={sendWindow}
          onChange={(hours) => form.setFieldValue('sendWindow', hours)}
          errorOf={(field) => form.errors[`sendWindow.${field}`]}
          readOnly={readOnly}
        />
      </Stack>
    </Fieldset>
  )
}

function Opener({ form }: { form: DraftForm }) {
  const { outreachId } = form.getValues()
  const outreach = useOutreaches().data?.find(({ id }) => id === outreachId)
  const template = useTemplates().data?.find(({ id }) => id === outreach?.openerTemplateId)
  if (!template || !outreach) return null
  return (
    <Fieldset legend={compose.preview}>
      <Stack gap="xs">
        <Text size="sm" className="quiet">
          {compose.class(outreachWords.classes[outreach.class])}
        </Text>
        <AmlPreview text={template.body} channels={['rcs']} />
      </Stack>
    </Fieldset>
  )
}
