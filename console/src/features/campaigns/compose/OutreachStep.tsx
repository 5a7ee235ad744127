import { Button, Fieldset, Grid, Group, Select, Stack, Text, TextInput } from '@mantine/core'
import { strings } from '#i18n/campaigns.ts'
import { strings as experimentTexts } from '#i18n/experiments.ts'
import { strings as outreachWords } from '#i18n/outreach.ts'
import { useRouteIds } from '../../../app/current-org.ts'
import { AmlPreview } from '../../../components/aml/AmlPreview.tsx'
import { StepActions } from '../../../components/FormActions.tsx'
import { ButtonLink } from '../../../components/links.tsx'
import { toSelectOptions, useOutreaches, useTemplates } from '../../outreach/shared/outreach-config.ts'
import { HoursFields } from '../../outreach/shared/TimeFields.tsx'
import { VariantFields } from '../experiment/VariantFields.tsx'
import { findMissingDraftFields } from './campaign-draft.ts'
import type { CampaignDraftForm } from './useCampaignDraft.ts'

const { compose } = strings
type Props = { form: CampaignDraftForm; readOnly: boolean; onNext: () => void }

/** Chooses the Outreach, the name and the schedule. */
export function OutreachStep({ form, readOnly, onNext }: Props) {
  const next = () => {
    const missing = findMissingDraftFields(form.getValues())
    const messages = { name: compose.nameIt, outreachId: compose.chooseOutreach }
    if (missing.length === 0) return onNext()
    form.setErrors(Object.fromEntries(missing.map((field) => [field, messages[field]])))
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
            <VariantFields form={form} readOnly={readOnly} />
            <Options form={form} readOnly={readOnly} />
            <StepActions>
              <Button type="submit">{strings.next}</Button>
            </StepActions>
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 5 }}>
          <Opener form={form} />
        </Grid.Col>
      </Grid>
    </form>
  )
}

function Basics({ form, readOnly }: Omit<Props, 'onNext'>) {
  const outreaches = useOutreaches()
  const routeIds = useRouteIds()
  const enabled = outreaches.data?.filter((one) => one.enabled)
  const { outreachId } = form.getValues()
  return (
    <Fieldset legend={strings.steps.outreach} disabled={readOnly}>
      <Stack>
        <TextInput label={compose.name} description={compose.nameHint} withAsterisk {...form.getInputProps('name')} />
        <Select
          label={compose.outreach}
          description={compose.outreachHint}
          withAsterisk
          data={toSelectOptions(enabled, outreachId, outreachWords.deleted)}
          searchable
          allowDeselect={false}
          {...form.getInputProps('outreachId')}
        />
        {enabled?.length === 0 && (
          <Group gap="sm">
            <Text size="sm">{compose.noOutreach}</Text>
            <ButtonLink size="xs" variant="default" to="/orgs/$org/agents/$agent/outreach" params={routeIds}>
              {compose.toOutreach}
            </ButtonLink>
          </Group>
        )}
      </Stack>
    </Fieldset>
  )
}

function Options({ form, readOnly }: Omit<Props, 'onNext'>) {
  const { previouslyChoices: labels } = compose
  const { sendWindow } = form.getValues()
  return (
    <Fieldset legend={compose.options} disabled={readOnly}>
      <Stack>
        <Select
          label={compose.previously}
          description={compose.previouslyHint}
          data={(['usual', 'yes', 'no'] as const).map((value) => ({ value, label: labels[value] }))}
          allowDeselect={false}
          {...form.getInputProps('previously')}
        />
        <TextInput
          type="datetime-local"
          label={experimentTexts.compose.startAt}
          description={experimentTexts.compose.startAtHint(form.getValues().zone)}
          maw={280}
          {...form.getInputProps('startAt')}
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

function Opener({ form }: { form: CampaignDraftForm }) {
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
