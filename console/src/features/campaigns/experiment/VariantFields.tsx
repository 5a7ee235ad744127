import { ActionIcon, Button, Fieldset, Group, NumberInput, Select, Stack, Switch } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { strings } from '#i18n/experiments.ts'
import { strings as outreachTexts } from '#i18n/outreach.ts'
import { toSelectOptions, useOutreaches, useTemplates } from '../../outreach/shared/outreach-config.ts'
import type { CampaignDraftForm } from '../compose/useCampaignDraft.ts'
import { addVariant, maxVariants, minVariants, type VariantDraft } from './variants.ts'

const { compose: texts } = strings

/** The openers that a campaign compares, and the share of the audience that gets nothing. */
export function VariantFields({ form, readOnly }: { form: CampaignDraftForm; readOnly: boolean }) {
  const { variants, holdoutPercent, outreachId } = form.getValues()
  const opener = useOutreaches().data?.find(({ id }) => id === outreachId)?.openerTemplateId
  const set = (changed: VariantDraft[]) => form.setFieldValue('variants', changed)
  const begin = () => set(addVariant(addVariant([], opener ?? ''), ''))
  return (
    <Fieldset legend={texts.legend} disabled={readOnly}>
      <Stack>
        <Switch
          label={texts.on}
          description={texts.onHint}
          checked={variants.length > 0}
          onChange={({ currentTarget }) => (currentTarget.checked ? begin() : set([]))}
        />
        {variants.map((variant, at) => (
          <VariantRow
            key={variant.id}
            variant={variant}
            errorOf={(field) => form.errors[`variants.${at}.${field}`]}
            onChange={(change) => set(variants.map((one) => (one === variant ? { ...one, ...change } : one)))}
            onRemove={variants.length > minVariants ? () => set(variants.filter((one) => one !== variant)) : undefined}
          />
        ))}
        {variants.length > 0 && variants.length < maxVariants && (
          <Button
            variant="default"
            size="xs"
            w="fit-content"
            leftSection={<IconPlus size={14} aria-hidden />}
            onClick={() => set(addVariant(variants, ''))}
          >
            {texts.add}
          </Button>
        )}
        <NumberInput
          label={texts.holdout}
          description={texts.holdoutHint}
          min={0}
          max={50}
          maw={240}
          value={holdoutPercent}
          error={form.errors.holdoutPercent}
          onChange={(share) => form.setFieldValue('holdoutPercent', share === '' ? '' : Number(share))}
        />
      </Stack>
    </Fieldset>
  )
}

type VariantRowProps = {
  variant: VariantDraft
  errorOf: (field: string) => React.ReactNode
  onChange: (change: Partial<VariantDraft>) => void
  onRemove: (() => void) | undefined
}

function VariantRow({ variant, errorOf, onChange, onRemove }: VariantRowProps) {
  const templates = useTemplates().data
  const { id, openerTemplateId, weight } = variant
  return (
    <Group gap="xs" wrap="nowrap" align="flex-end" role="group" aria-label={texts.variant(id)}>
      <Select
        label={`${texts.variant(id)}: ${texts.template}`}
        data={toSelectOptions(templates, openerTemplateId, outreachTexts.deleted)}
        searchable
        allowDeselect={false}
        style={{ flex: 1, minWidth: 0 }}
        value={openerTemplateId || null}
        error={errorOf('openerTemplateId')}
        onChange={(chosen) => chosen && onChange({ openerTemplateId: chosen })}
      />
      <NumberInput
        label={texts.weight}
        min={1}
        max={100}
        allowDecimal={false}
        w={90}
        value={weight}
        error={errorOf('weight')}
        onChange={(share) => onChange({ weight: Math.max(1, Number(share)) })}
      />
      {onRemove && (
        <ActionIcon variant="subtle" color="gray" mb={4} onClick={onRemove} aria-label={texts.remove(id)}>
          <IconX size={16} aria-hidden />
        </ActionIcon>
      )}
    </Group>
  )
}
