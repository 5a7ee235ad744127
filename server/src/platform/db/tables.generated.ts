// Generated from the migrated schema by `npm run table-types`; a check keeps it up to date. Do not edit.
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'

type Timestamp = ColumnType<Date, Date, Date>
// Written as text: the driver would turn an array into a PostgreSQL array.
type Json = ColumnType<unknown, string, string>

export type Tables = {
  account_sessions: {
    org_id: string
    user_id: string
    id: string
    epoch: number
    open_id: number | null
    client: string | null
    address: string | null
    created_at: Timestamp
    last_used_at: Timestamp
    expires_at: Timestamp
  }
  agent_draft_edits: {
    agent_key: number
    draft_id: string
    edit: GeneratedAlways<number>
    at: Timestamp
    by_type: string
    by_id: string
    sections: string[]
    summary: string
    paths: string[]
  }
  agent_draft_sections: {
    agent_key: number
    draft_id: string
    section: string
    content: Buffer
  }
  agent_drafts: {
    agent_key: number
    id: string
    name: string
    base_version: number
    revision: number
    by_type: string
    by_id: string
    created_at: Timestamp
    updated_at: Timestamp
    canary_percent: number | null
  }
  agent_logs: {
    agent_key: number
    entry: Generated<number>
    at: Timestamp
    level: string
    event: string
    asid: string | null
    session_id: string | null
    channel: string | null
    data: Json | null
    error: Json | null
  }
  agent_model_settings: {
    agent_key: number
    model_id: string | null
    fallback_model_ids: Generated<string[]>
    judge_model_id: string | null
    authoring_model_id: string | null
    budget_amount: number | null
    budget_currency: string | null
    budget_per: string | null
    budget_when_spent: string | null
    updated_at: Timestamp
  }
  agent_secrets: {
    agent_key: number
    name: string
    ciphertext: Buffer
    last4: string | null
    updated_at: Timestamp
  }
  agent_version_sections: {
    agent_key: number
    section: string
    version: number
    base: number
    depth: number
    base_bytes: number
    chain_bytes: number
    content: Buffer
  }
  agent_versions: {
    agent_key: number
    version: number
    at: Timestamp
    by_type: string
    by_id: string
    sections: string[]
    summary: string
    label: string | null
    restored_from: number | null
  }
  agents: {
    agent_key: GeneratedAlways<number>
    org_id: string
    id: string
    name: string
    description: string | null
    identity: Json | null
    version: Generated<number>
    created_at: Timestamp
    updated_at: Timestamp
    template_ref: Json | null
    configuration_version: Generated<number>
    require_draft: Generated<boolean>
    publishing_gate: Json | null
    default_country: string | null
  }
  api_keys: {
    org_id: string
    id: string
    name: string
    description: string | null
    prefix: string
    hash: Buffer
    scopes: string[]
    expires_at: Timestamp | null
    last_used_at: Timestamp | null
    created_at: Timestamp
    updated_at: Timestamp
  }
  appointment_mails: {
    agent_key: number
    id: string
    appointment_id: string
    recipient: string
    subject: string
    body: string
    calendar: string
    created_at: Timestamp
    sent_at: Timestamp | null
    due_at: Timestamp | null
    lease_token: string | null
    attempts: Generated<number>
    crashes: Generated<number>
    last_error: string | null
  }
  appointment_reminders: {
    agent_key: number
    appointment_id: string
    start_utc: Timestamp
    due_at: Timestamp | null
    state: Generated<string>
    reason: string | null
    lease_token: string | null
    attempts: Generated<number>
    crashes: Generated<number>
    last_error: string | null
    created_at: Timestamp
    recheck_generation: Generated<number>
  }
  appointments: {
    agent_key: number
    id: string
    person_key: number
    representative_id: string
    representative_name: string | null
    representative_title: string | null
    start_at: Timestamp
    end_at: Timestamp
    prospect_timezone: string
    status: string
    notes: string | null
    history: Json
    sequence: Generated<number>
    created_at: Timestamp
    updated_at: Timestamp
    due_at: Timestamp | null
    lease_token: string | null
    attempts: Generated<number>
    crashes: Generated<number>
    last_error: string | null
    location_id: string | null
    location_name: string | null
    location_address: string | null
  }
  assistant_entries: {
    agent_key: number
    conversation: string
    entry: GeneratedAlways<number>
    entry_id: string
    text: string
    at: Timestamp
  }
  audit_log: {
    org_id: string
    at: Timestamp
    id: string
    actor_kind: string
    actor_id: string
    via: string | null
    action: string
    method: string
    path: string
    agent_id: string | null
    request_id: string
    ip: string | null
    status: number
  }
  automated_rows: {
    agent_key: number
    rule_id: string
    person_id: string
    outreach_id: string
    state: Generated<string>
    reason: string | null
    send_id: string | null
    triggered_at: Timestamp
    planned_at: Timestamp
    due_at: Timestamp | null
    lease_token: string | null
    attempts: Generated<number>
    crashes: Generated<number>
    last_error: string | null
    recheck_generation: Generated<number>
  }
  budget_thresholds: {
    agent_key: number
    per: string
    period_start: string
    threshold: number
    reached_at: Timestamp
  }
  calendar_events: {
    agent_key: number
    org_id: string
    appointment_id: string
    connection_id: string
    calendar_id: string | null
    event_id: string | null
    published_sequence: number | null
    published_start: Timestamp | null
    published_end: Timestamp | null
    due_at: Timestamp | null
    lease_token: string | null
    attempts: Generated<number>
    crashes: Generated<number>
    last_error: string | null
  }
  calendar_links: {
    agent_key: number
    representative_id: string
    connection_id: string
    calendar_id: string | null
    created_at: Timestamp
    updated_at: Timestamp
  }
  campaign_dispatchers: {
    agent_key: number
    campaign_key: number
    lane: number
    due_at: Timestamp | null
    lease_token: string | null
    attempts: Generated<number>
    crashes: Generated<number>
    last_error: string | null
  }
  campaign_recipients: {
    snapshot: number
    row_number: number
    position: number | null
    person_id: string
    asid: string | null
    reason: string | null
    channel: string | null
    variant_id: string | null
    held_out: Generated<boolean>
  }
  campaign_snapshot_cleanups: {
    snapshot: number
    due_at: Timestamp | null
    lease_token: string | null
    attempts: Generated<number>
    crashes: Generated<number>
    last_error: string | null
  }
  campaign_stagings: {
    agent_key: number
    campaign_key: number
    snapshot: number
    checked_count: Generated<number>
    estimated_count: number | null
    started_at: Timestamp
    due_at: Timestamp | null
    lease_token: string | null
    attempts: Generated<number>
    crashes: Generated<number>
    last_error: string | null
  }
  campaigns: {
    agent_key: number
    campaign_key: GeneratedAlways<number>
    id: string
    name: string
    outreach_id: string
    audience: Json
    is_test: boolean
    include_previously_contacted: boolean | null
    send_window: Json | null
    status: Generated<string>
    detail: string | null
    snapshot: number | null
    class: string | null
    total: number | null
    sendable: number | null
    exclusions: Json | null
    estimate: Json | null
    previews: Json | null
    claimed_count: Generated<number>
    previously_claimed: Generated<number>
    blocked_by: Json | null
    counters: Json | null
    created_at: Timestamp
    updated_at: Timestamp
    staged_at: Timestamp | null
    started_at: Timestamp | null
    ended_at: Timestamp | null
    channels: Json | null
    variants: Json | null
    holdout_percent: number | null
    chosen_variant: string | null
    variant_counts: Json | null
    held_out: number | null
    start_at: Timestamp | null
  }
  canary_definitions: {
    agent_key: number
    draft_id: string
    revision: number
    base_version: number
    content: Buffer
    used_at: Timestamp
  }
  capabilities: {
    agent_key: number
    asid: string
    capable: boolean
    checked_at: Timestamp
  }
  channel_binding_events: {
    agent_key: number
    binding_key: number
    entry: GeneratedAlways<number>
    at: Timestamp
    from_status: string | null
    to_status: string
    note: string | null
    actor: string
  }
  channel_bindings: {
    agent_key: number
    binding_key: GeneratedAlways<number>
    id: string
    channel: string
    mode: string
    provider: string
    status: string
    status_detail: string | null
    routing_id: string | null
    inputs: Generated<Json>
    auth: Buffer | null
    min_message_delay_ms: number | null
    compliance_enabled: boolean | null
    disclaimer_text: string | null
    archived_at: Timestamp | null
    batch_free_at: Timestamp | null
    created_at: Timestamp
    updated_at: Timestamp
    due_at: Timestamp | null
    lease_token: string | null
    attempts: Generated<number>
    crashes: Generated<number>
    last_error: string | null
    allowed_origins: string[] | null
  }
  chores: {
    name: string
    due_at: Timestamp | null
    lease_token: string | null
    attempts: Generated<number>
    crashes: Generated<number>
    last_error: string | null
  }
  connections: {
    org_id: string
    id: string
    provider: string
    label: string
    account_key: string | null
    account_label: string | null
    status: string
    last_error: string | null
    tokens: Buffer
    expires_at: Timestamp | null
    last_used_at: Timestamp | null
    created_at: Timestamp
    updated_at: Timestamp
  }
  consent_entries: {
    agent_key: number
    person_key: number
    entry: GeneratedAlways<number>
    status: string
    source: string | null
    evidence: string | null
    by_kind: string
    by_id: string | null
    created_at: Timestamp
  }
  conversation_events: {
    agent_key: number
    event_key: GeneratedAlways<number>
    id: string
    asid: string
    session_id: string
    channel: string
    provider: string
    type: string
    event: Json
    window_state: Generated<string>
    sandbox: Generated<boolean>
    inbound_id: string | null
    at: Timestamp
    due_at: Timestamp | null
    attempts: Generated<number>
    crashes: Generated<number>
    last_error: string | null
  }
  conversations: {
    agent_key: number
    asid: string
    channel: string
    session_id: string
    session_started_at: Timestamp
    last_content_at: Timestamp
    last_inbound_at: Timestamp | null
    window_closes_at: Timestamp | null
    disclaimer_sent_at: Timestamp | null
    dispatched_at: Timestamp | null
    intents: Generated<Json>
    channel_conversation_id: string | null
    sandbox: Generated<boolean>
    created_at: Timestamp
    initiated_by: string | null
    desk_state: string | null
    desk_assignee: string | null
    desk_waiting_since: Timestamp | null
    desk_taken_at: Timestamp | null
    desk_active_at: Timestamp | null
    desk_snoozed_until: Timestamp | null
    desk_returned_at: Timestamp | null
  }
  date_triggers: {
    agent_key: number
    kind: string
    id: string
    trigger: Json
    done_until: string
    until_day: string | null
    cursor: Generated<number>
    due_at: Timestamp | null
    lease_token: string | null
    attempts: Generated<number>
    crashes: Generated<number>
    last_error: string | null
  }
  definitions: {
    agent_key: number
    personality: Json | null
    objectives: Json | null
    goals: Json | null
    playbooks: Json | null
    standing_instructions: Json | null
    guardrails: Json | null
    rules: Json | null
    message_templates: Json | null
    tool_bindings: Json | null
    things: Json | null
    collections: Json | null
    facts: Json | null
    people_fields: Json | null
    scheduling: Json | null
    notifications: Json | null
    integrations: Json | null
    outreaches: Json | null
    automated_outreach: Json | null
    sending_settings: Json | null
    sequences: Json | null
    locations: Json | null
  }
  delivery_deadlines: {
    agent_key: number
    message_id: string
    channel: string
    revoked_at: Timestamp | null
    due_at: Timestamp | null
    lease_token: string | null
    attempts: Generated<number>
    crashes: Generated<number>
    last_error: string | null
  }
  desk_events: {
    agent_key: number
    event_key: GeneratedAlways<number>
    position: number | null
    asid: string
    kind: string
    state: string
    assignee: string | null
    member_id: string | null
    message_id: string | null
    note: string | null
    seconds: number | null
    sandbox: Generated<boolean>
    at: Timestamp
  }
  desk_notes: {
    agent_key: number
    note_key: GeneratedAlways<number>
    id: string
    asid: string
    text: string
    member_id: string
    at: Timestamp
  }
  desk_replies: {
    agent_key: number
    id: string
    title: string
    shortcut: string | null
    aml: string
    created_at: Timestamp
    updated_at: Timestamp
  }
  desk_settings: {
    agent_key: number
    enabled: boolean
    settings: Json
    last_assignee: string | null
    updated_at: Timestamp
  }
  desk_streams: {
    agent_key: number
    last_position: Generated<number>
    messages_until: Timestamp | null
  }
  desk_views: {
    agent_key: number
    asid: string
    member_id: string
    seen_at: Timestamp
    present_until: Timestamp | null
    typing_until: Timestamp | null
  }
  dispatchers: {
    id: string
    heartbeat_at: Timestamp
  }
  dispatches: {
    agent_key: number
    binding_key: number
    channel_message_id: string
    asid: string
    message_key: number
    bubble: number
    delivered_at: Timestamp | null
    read_at: Timestamp | null
    created_at: Timestamp
  }
  emulator_grants: {
    agent_key: number
    id: string
    kind: string
    label: string | null
    hash: Buffer
    expires_at: Timestamp | null
    created_at: Timestamp
    draft_id: string | null
  }
  erased_conversations: {
    agent_key: number
    asid: string
    erased_at: Timestamp
  }
  fetched_media: {
    agent_key: number
    source_hash: Buffer
    name: string
    content_type: string
    bytes: number
    sha256: Buffer
    token: string
    content: Buffer
    used_at: Timestamp
  }
  follow_ups: {
    agent_key: number
    send_id: string
    outreach_id: string
    person_id: string
    asid: string
    sent_count: Generated<number>
    state: Generated<string>
    reason: string | null
    created_at: Timestamp
    due_at: Timestamp | null
    lease_token: string | null
    attempts: Generated<number>
    crashes: Generated<number>
    last_error: string | null
    recheck_generation: Generated<number>
    delay_started_at: Timestamp | null
  }
  gateway_credentials: {
    agent_key: number
    access_token_hash: Buffer | null
    access_token_last4: string | null
    created_at: Timestamp
    signing_secret: Buffer | null
    signing_secret_last4: string | null
    webhook_url: string | null
    instance_id: string | null
    previous_access_token_hash: Buffer | null
    previous_access_token_until: Timestamp | null
    previous_signing_secret: Buffer | null
    previous_signing_secret_until: Timestamp | null
  }
  goals_reached: {
    agent_key: number
    person_id: string
    goal_id: string
    reached_at: Timestamp
  }
  handset_messages: {
    agent_key: number
    channel: string
    address: string
    entry: GeneratedAlways<number>
    carrier_id: string
    message_id: string
    direction: string
    native: Json
    text: string
    chips: Generated<Json>
    state: string
    at: Timestamp
    view: Json | null
  }
  handsets: {
    agent_key: number
    channel: string
    address: string
    reachable: Generated<boolean>
    receipts: Generated<string>
    fail_count: Generated<number>
    fail_with: Json | null
    latency_ms: Generated<number>
    created_at: Timestamp
  }
  idempotency_keys: {
    caller: string
    key: string
    request_hash: Buffer
    status: number | null
    body: Buffer | null
    created_at: Timestamp
    subjects: Generated<string[]>
  }
  identities: {
    agent_key: number
    asid: string
    channel: string
    address: string
    address_hash: Buffer
    person_key: number | null
    last_person_key: number | null
    preferred: Generated<boolean>
    created_at: Timestamp
  }
  insight_days: {
    agent_key: number
    day: Timestamp
    computed_at: Timestamp | null
    due_at: Timestamp | null
    lease_token: string | null
    attempts: Generated<number>
    crashes: Generated<number>
    last_error: string | null
  }
  installation: {
    key: string
    value: string
    created_at: Timestamp
  }
  invitations: {
    org_id: string
    id: string
    email: string
    name: string | null
    role: string
    agent_keys: number[] | null
    invited_by: string
    token_hash: Buffer | null
    created_at: Timestamp
    sent_at: Timestamp | null
    expires_at: Timestamp
    problem: string | null
    due_at: Timestamp | null
    lease_token: string | null
    attempts: Generated<number>
    crashes: Generated<number>
    last_error: string | null
  }
  journal_entries: {
    agent_key: number
    person_key: number
    entry: GeneratedAlways<number>
    author: string
    text: string
    created_at: Timestamp
  }
  knowledge_contents: {
    agent_key: number
    source_id: string
    bytes: Buffer
  }
  knowledge_embedding_states: {
    agent_key: number
    version: Generated<number>
    due_at: Timestamp | null
    lease_token: string | null
    attempts: Generated<number>
    crashes: Generated<number>
    last_error: string | null
  }
  knowledge_entries: {
    agent_key: number
    kind: string
    id: string
    source_id: string | null
    playbook_ids: string[] | null
    title: string
    text: string
    phrases: string[]
    words: string
  }
  knowledge_sources: {
    agent_key: number
    id: string
    kind: string
    name: string
    url: string | null
    content_type: string | null
    status: string
    passage_count: Generated<number>
    refreshed_at: Timestamp | null
    created_at: Timestamp
    updated_at: Timestamp
    due_at: Timestamp | null
    lease_token: string | null
    attempts: Generated<number>
    crashes: Generated<number>
    last_error: string | null
  }
  knowledge_vectors: {
    agent_key: number
    kind: string
    id: string
    text_hash: Buffer
    vector: number[]
  }
  knowledge_words: {
    agent_key: number
    first_letter: string
    words: string[]
  }
  link_redemptions: {
    agent_key: number
    id: string
    link_id: string
    asid: string | null
    state: Generated<string>
    reason: string | null
    detail: string | null
    redeemed_at: Timestamp
    due_at: Timestamp | null
    lease_token: string | null
    attempts: Generated<number>
    crashes: Generated<number>
    last_error: string | null
  }
  media: {
    agent_key: number
    id: string
    name: string
    content_type: string
    bytes: number
    width: number | null
    height: number | null
    sha256: Buffer
    token: string
    content: Buffer
    created_at: Timestamp
  }
  members: {
    org_id: string
    user_id: string
    role: string
    created_at: Timestamp
    updated_at: Timestamp
    password_hash: string | null
    session_epoch: number
    sysop: Generated<boolean>
    agent_keys: number[] | null
  }
  messages: {
    agent_key: number
    message_key: GeneratedAlways<number>
    id: string
    caller_id: string | null
    asid: string
    priority: Generated<string>
    session_id: string
    channel: string
    origin: Generated<string>
    message: Json
    locale: string | null
    event_id: string | null
    sandbox: Generated<boolean>
    bubbles: number | null
    dispatched_bubbles: Generated<number>
    text: string | null
    dispatching: Generated<boolean>
    waiting_for_asid: string | null
    tried_channels: Generated<string[]>
    provider: string | null
    accepted_at: Timestamp
    queued_at: Timestamp | null
    sent_at: Timestamp | null
    delivered_at: Timestamp | null
    read_at: Timestamp | null
    failed_at: Timestamp | null
    reason: string | null
    detail: string | null
    due_at: Timestamp | null
    attempts: Generated<number>
    crashes: Generated<number>
    last_error: string | null
    channel_message_id: string | null
    unresolved_since: Timestamp | null
    dispatched_asid: string | null
    author: Json | null
  }
  model_costs: {
    agent_key: number
    day: string
    model_id: string
    playbook_id: string
    currency: string
    calls: number
    input_tokens: number
    output_tokens: number
    amount_nanos: number
  }
  oauth_clients: {
    id: string
    name: string
    redirect_uris: string[]
    confirmed_at: Timestamp | null
    created_at: Timestamp
    expires_at: Timestamp
  }
  oauth_codes: {
    hash: Buffer
    org_id: string
    user_id: string
    client_id: string
    redirect_uri: string
    code_challenge: string
    scopes: string[]
    epoch: number
    open_id: number | null
    grant_id: string | null
    expires_at: Timestamp
  }
  oauth_grants: {
    org_id: string
    user_id: string
    id: string
    client_id: string
    scopes: string[]
    epoch: number
    open_id: number | null
    created_at: Timestamp
    last_used_at: Timestamp
    expires_at: Timestamp
  }
  oauth_states: {
    hash: Buffer
    org_id: string
    agent_key: number | null
    tool_id: string | null
    provider: string
    label: string | null
    verifier: Buffer
    return_to: string | null
    created_by: string
    expires_at: Timestamp
  }
  oauth_tokens: {
    hash: Buffer
    org_id: string
    user_id: string
    grant_id: string
    kind: string
    used_at: Timestamp | null
    expires_at: Timestamp
  }
  org_models: {
    org_id: string
    id: string
    name: string | null
    provider: string
    model: string
    base_url: string | null
    api_key: Buffer | null
    temperature: number | null
    max_output_tokens: number | null
    input_price: number | null
    output_price: number | null
    currency: string | null
    version: Generated<number>
    created_at: Timestamp
    updated_at: Timestamp
  }
  orgs: {
    id: string
    name: string
    description: string | null
    time_zone: string | null
    features: Generated<string[]>
    products: Generated<string[]>
    created_at: Timestamp
    updated_at: Timestamp
    default_country: string | null
  }
  outbox: {
    id: string
    org_id: string
    type: string
    data: Json
    created_at: Timestamp
  }
  outcome_days: {
    agent_key: number
    day: Timestamp
    channel: string
    playbook_id: string
    version: string
    turns: number
    currency: string
    sessions: number
    contained: number
    questions: number
    unanswered: number
    handed_over: number
    goals_reached: number
    errors: number
    cost_nanos: number
  }
  outreach_links: {
    agent_key: number
    id: string
    code: string
    binding_id: string
    label: string | null
    max_uses: number
    uses: Generated<number>
    expires_at: Timestamp
    disabled: Generated<boolean>
    disabled_reason: string | null
    created_at: Timestamp
    channels: string[] | null
    templates: Json | null
  }
  outreach_rechecks: {
    agent_key: number
    person_id: Generated<string>
    requested_at: Timestamp | null
    generation: number | null
    due_at: Timestamp | null
    lease_token: string | null
    attempts: Generated<number>
    crashes: Generated<number>
    last_error: string | null
  }
  people: {
    agent_key: number
    person_key: GeneratedAlways<number>
    id: string
    full_name: string | null
    first_name: string | null
    last_name: string | null
    email: string | null
    phone: string | null
    company: string | null
    title: string | null
    status: string
    source: string | null
    notes: string | null
    tags: Generated<string[]>
    custom_fields: Generated<Json>
    assigned_representative_id: string | null
    timezone: string | null
    scheduled_call_at: Timestamp | null
    last_call_at: Timestamp | null
    last_seen_at: Timestamp | null
    consent_status: Generated<string>
    consent_updated_at: Timestamp | null
    consent_source: string | null
    consent_evidence: string | null
    import_batch_ids: Generated<string[]>
    channels: Generated<string[]>
    email_key: string | null
    search: string
    sort_name: string
    created_at: Timestamp
    updated_at: Timestamp
    preferred_location_id: string | null
  }
  people_imports: {
    agent_key: number
    id: string
    status: string
    dry_run: boolean
    total_bytes: number
    read_bytes: Generated<number>
    row_count: Generated<number>
    created: Generated<number>
    updated: Generated<number>
    skipped: Generated<number>
    failed: Generated<number>
    errors: Generated<Json>
    last_error: string | null
    created_at: Timestamp
    updated_at: Timestamp
  }
  people_search_keys: {
    agent_key: number
    search_key: string
    created_at: Timestamp
    person_key: number
  }
  personas: {
    agent_key: number
    id: string
    name: string
    channel: string
    preset: Json
    asid: string
    created_at: Timestamp
    updated_at: Timestamp
  }
  public_media: {
    token: string
    name: string
    content_type: string
    bytes: number
    sha256: Buffer
    content: Buffer
  }
  question_groups: {
    agent_key: number
    group_key: GeneratedAlways<number>
    id: string
    words: string[]
    vector: Buffer | null
    state: Generated<string>
    fact_id: string | null
    draft_id: string | null
    created_at: Timestamp
    updated_at: Timestamp
  }
  rate_buckets: {
    key: string
    tokens: number
    refilled_at: Timestamp
    granted: Generated<number>
  }
  recovery_codes: {
    org_id: string
    user_id: string
    hash: Buffer
  }
  relayed_calls: {
    agent_key: number
    id: string
    call_key: GeneratedAlways<number>
    headers: Json
    body: string
    claimed_by: string | null
    answered_at: Timestamp | null
    status: number | null
    content_type: string | null
    answer: Buffer | null
    failure: string | null
    created_at: Generated<Timestamp>
  }
  relays: {
    agent_key: number
    listener: string
    name: string
    expires_at: Timestamp
  }
  replay_conversations: {
    agent_key: number
    id: string
    replay_id: string
    n: number
    session_id: string
    asid: string
    session_at: Timestamp
    state: Generated<string>
    verdict: string | null
    turn_count: Generated<number>
    turns: Json | null
    cost: Json | null
    sandbox_asid: string | null
    started_at: Timestamp | null
    finished_at: Timestamp | null
    due_at: Timestamp | null
    lease_token: string | null
    attempts: Generated<number>
    crashes: Generated<number>
    last_error: string | null
  }
  replays: {
    agent_key: number
    id: string
    status: string
    draft_id: string | null
    version: number | null
    span_start: Timestamp
    span_end: Timestamp
    channel: string | null
    max_sessions: number
    fail_reason: string | null
    created_at: Timestamp
    finished_at: Timestamp | null
  }
  runtime_conversations: {
    agent_key: number
    asid: string
    session_id: string
    state: Json
    last_event_id: string | null
    updated_at: Timestamp
  }
  sandbox_people: {
    agent_key: number
    asid: string
    channel: string
    person: Json
    appointments: Generated<Json>
    opted_out: Generated<boolean>
    lease_until: Timestamp | null
    created_at: Timestamp
    stubs: Json | null
    form_data: Json | null
    recorded_calls: Json | null
    clock_ahead_ms: Generated<number>
    clock_state: Json | null
  }
  schema_migrations: {
    version: number
    name: string
    checksum: string
    applied_at: Generated<Timestamp>
  }
  second_factors: {
    org_id: string
    user_id: string
    secret: Buffer
    confirmed_at: Timestamp | null
    last_step: Generated<number>
    created_at: Timestamp
  }
  segments: {
    agent_key: number
    id: string
    name: string
    filter: Json
    created_at: Timestamp
    updated_at: Timestamp
  }
  sends: {
    agent_key: number
    id: string
    outreach_id: string
    class: string
    origin: string
    campaign_id: string | null
    rule_id: string | null
    person_id: string
    asid: string
    channel: string
    sandbox: Generated<boolean>
    key_hash: Buffer | null
    state: Generated<string>
    reason: string | null
    detail: string | null
    inputs: Json | null
    consent: Json | null
    message_id: string | null
    provider_attempts: Generated<number>
    queued_at: Timestamp
    sent_at: Timestamp | null
    failed_at: Timestamp | null
    cancelled_at: Timestamp | null
    responded_at: Timestamp | null
    due_at: Timestamp | null
    lease_token: string | null
    attempts: Generated<number>
    crashes: Generated<number>
    last_error: string | null
    hold_reason: string | null
    unresolved: Generated<boolean>
    recheck_generation: Generated<number>
    sequence_id: string | null
    step_id: string | null
    variant_id: string | null
    is_test: Generated<boolean>
    opener_template_id: string | null
    merged: Generated<boolean>
  }
  sequence_enrollments: {
    agent_key: number
    sequence_id: string
    person_id: string
    id: string
    key_hash: Buffer | null
    state: Generated<string>
    reason: string | null
    steps: Generated<Json>
    step_id: string | null
    planned_at: Timestamp | null
    send_id: string | null
    requeued: Generated<number>
    enrolled_at: Timestamp
    delayed_from: Timestamp
    replied_at: Timestamp | null
    goal_at: Timestamp | null
    ended_at: Timestamp | null
    recheck_generation: Generated<number>
    due_at: Timestamp | null
    lease_token: string | null
    attempts: Generated<number>
    crashes: Generated<number>
    last_error: string | null
  }
  session_outcomes: {
    agent_key: number
    asid: string
    session_id: string
    channel: string
    playbook_id: string | null
    version: number | null
    draft_id: string | null
    started_at: Timestamp
    turns: number
    questions: Generated<number>
    unanswered: Generated<number>
    contacts: Generated<number>
    goals: Generated<number>
    errors: Generated<number>
    cost_nanos: Generated<number>
    currency: string | null
  }
  session_reviews: {
    agent_key: number
    asid: string
    session_id: string
    due_at: Timestamp | null
    lease_token: string | null
    attempts: Generated<number>
    crashes: Generated<number>
    last_error: string | null
    created_at: Timestamp
  }
  sessions: {
    agent_key: number
    asid: string
    id: string
    channel: string
    started_at: Timestamp
    ended_at: Timestamp | null
    sandbox: Generated<boolean>
    last_activity_at: Timestamp | null
    version: number | null
    draft_id: string | null
  }
  simulated_conversations: {
    agent_key: number
    id: string
    simulation_id: string
    n: number
    profile_id: string
    profile: number
    state: string
    outcome: string | null
    reason: string | null
    transcript: Json | null
    directives: Json | null
    observed: Json | null
    turns: number | null
    rule_hits: number | null
    costs: Json | null
    asid: string | null
    created_at: Timestamp
    ended_at: Timestamp | null
    due_at: Timestamp | null
    lease_token: string | null
    attempts: Generated<number>
    crashes: Generated<number>
    last_error: string | null
  }
  simulations: {
    agent_key: number
    id: string
    status: string
    profiles: Json
    suite: string | null
    total: number
    max_turns: number
    seed: number
    draft_id: string | null
    requested_by: string | null
    created_at: Timestamp
    started_at: Timestamp | null
    ended_at: Timestamp | null
  }
  stop_lists: {
    agent_key: number
    salt: Buffer
  }
  stops: {
    agent_key: number
    channel: string
    address_hash: Buffer
    created_at: Timestamp
  }
  system_keys: {
    id: string
    hash: Buffer
    created_at: Timestamp
  }
  team_notices: {
    agent_key: number
    id: string
    asid: string | null
    text: string
    due_at: Timestamp | null
    lease_token: string | null
    attempts: Generated<number>
    crashes: Generated<number>
    last_error: string | null
    created_at: Timestamp
  }
  test_cases: {
    agent_key: number
    id: string
    suite_id: string
    key: string | null
    document: Json
    tags: Generated<string[]>
    origin_asid: string | null
    created_at: Timestamp
    updated_at: Timestamp
  }
  test_limits: {
    org_id: string
    daily_units: number | null
    max_units_per_run: number | null
    max_cases_per_run: number | null
  }
  test_results: {
    agent_key: number
    id: string
    run_id: string
    n: number
    suite_id: string
    case_id: string
    case_key: string | null
    case_title: string
    sample: number
    case_snapshot: Json
    suite_channel: string | null
    origin_asid: string | null
    state: Generated<string>
    asid: string | null
    transcript: Json | null
    checks: Json | null
    judge: Json | null
    effects: Json | null
    error: Json | null
    usage: Json | null
    units: number | null
    turn_ids: string[] | null
    created_at: Timestamp
    updated_at: Timestamp
    started_at: Timestamp | null
    finished_at: Timestamp | null
    due_at: Timestamp | null
    lease_token: string | null
    attempts: Generated<number>
    crashes: Generated<number>
    last_error: string | null
  }
  test_runs: {
    agent_key: number
    id: string
    selection: Json
    status: Generated<string>
    pause_reason: string | null
    requested_by: Json
    attribution: Json
    estimate: Json
    total: number
    counters: Json | null
    diff: Json | null
    pinned_at: Timestamp | null
    fail_reason: string | null
    created_at: Timestamp
    updated_at: Timestamp
    started_at: Timestamp | null
    paused_at: Timestamp | null
    completed_at: Timestamp | null
    cancelled_at: Timestamp | null
    failed_at: Timestamp | null
    draft_id: string | null
    draft_revision: number | null
  }
  test_suites: {
    agent_key: number
    id: string
    name: string
    description: string | null
    channel: string | null
    schedule: Json | null
    next_run_at: Timestamp | null
    last_scheduled_run_id: string | null
    playbook_id: string | null
    created_at: Timestamp
    updated_at: Timestamp
    due_at: Timestamp | null
    lease_token: string | null
    attempts: Generated<number>
    crashes: Generated<number>
    last_error: string | null
  }
  test_usage: {
    org_id: string
    day: string
    agent_id: string
    units: Generated<number>
  }
  tool_binding_calls: {
    agent_key: number
    call_key: GeneratedAlways<number>
    id: string
    tool_id: string
    called_by: string
    playbook_id: string | null
    asid: string | null
    event_id: string | null
    dedupe_key: string | null
    state: string
    failures: Generated<number>
    given: Json
    request: Json | null
    response: Json | null
    result: Json | null
    error: string | null
    milliseconds: number | null
    at: Timestamp
  }
  tool_calls: {
    agent_key: number
    asid: string
    event_id: string
    call_key: string
    outcome: Json | null
    at: Timestamp
  }
  tool_grants: {
    agent_key: number
    tool_id: string
    provider: string
    status: string
    last_error: string | null
    tokens: Buffer
    expires_at: Timestamp | null
    last_used_at: Timestamp | null
    connected_at: Timestamp
    updated_at: Timestamp
  }
  topic_days: {
    agent_key: number
    day: Timestamp
    group_key: number
    count: number
    sessions: number
    contained: number
    handed_over: number
    reached: number
  }
  tracked_links: {
    agent_key: number
    code: string
    opening_id: string
    number: number
    send_id: string
    url: string
    created_at: Timestamp
    tapped_at: Timestamp | null
  }
  traffic: {
    agent_key: number
    at: Timestamp
    asid: string
    session_id: string
    origin: string
    type: string
    subtype: string | null
    channel: string
    text: string | null
    message_id: string
    channel_message_id: string | null
    channel_conversation_id: string | null
    reason: string | null
    detail: string | null
    raw: Json | null
    sandbox: Generated<boolean>
    emulated_channel: string | null
    entry: Generated<number>
  }
  turn_questions: {
    agent_key: number
    question_key: GeneratedAlways<number>
    asid: string
    session_id: string
    event_id: string
    text: string
    phrase_hash: Buffer
    unanswered: boolean
    at: Timestamp
    group_key: number | null
    due_at: Timestamp | null
    lease_token: string | null
    attempts: Generated<number>
    crashes: Generated<number>
    last_error: string | null
  }
  turns: {
    agent_key: number
    turn_key: GeneratedAlways<number>
    id: string
    asid: string
    session_id: string
    event_id: string | null
    channel: string
    sandbox: Generated<boolean>
    at: Timestamp
    record: Json
    input_tokens: number | null
    output_tokens: number | null
    cache_read_tokens: number | null
    model_milliseconds: number | null
    version: number | null
    draft_id: string | null
  }
  unanswered_days: {
    agent_key: number
    day: Timestamp
    group_key: number
    count: number
    first_at: Timestamp
    last_at: Timestamp
  }
  unmatched_receipts: {
    agent_key: number
    binding_key: number
    channel_message_id: string
    asid: string
    state: string
    received_at: Timestamp
  }
  unresolved_messages: {
    agent_key: number
    message_id: string
    binding_key: number | null
    initiation_id: string | null
    initiated_by: string | null
    dispatch_started_at: Timestamp
    unresolved_since: Timestamp
    gives_up_at: Timestamp
    redispatches: Generated<number>
    due_at: Timestamp | null
    lease_token: string | null
    attempts: Generated<number>
    crashes: Generated<number>
    last_error: string | null
  }
  usage_hours: {
    agent_key: number
    hour: Timestamp
    measure: string
    detail: Generated<string>
    value: number
  }
  usage_rollup: {
    id: Generated<boolean>
    rolled_up_from: Timestamp
    rolled_up_until: Timestamp
  }
  users: {
    id: string
    email: string
    name: string | null
    session_epoch: Generated<number>
    sysop: Generated<boolean>
    created_at: Timestamp
    updated_at: Timestamp
  }
  webchat_entries: {
    agent_key: number
    visitor: string
    entry: GeneratedAlways<number>
    entry_id: string
    direction: string
    payload: Json
    state: string
    at: Timestamp
  }
  webchat_visitors: {
    agent_key: number
    visitor: string
    token_hash: Buffer
    created_at: Timestamp
    seen_at: Timestamp
    chat: string | null
  }
  webhook_deliveries: {
    webhook_id: string
    event_id: string
    type: string
    status: Generated<string>
    attempt_log: Generated<Json>
    last_attempt_at: Timestamp | null
    created_at: Timestamp
    due_at: Timestamp | null
    lease_token: string | null
    attempts: Generated<number>
    crashes: Generated<number>
    last_error: string | null
  }
  webhook_notices: {
    id: string
    org_id: string
    recipient: string
    subject: string
    body: string
    due_at: Timestamp | null
    lease_token: string | null
    attempts: Generated<number>
    crashes: Generated<number>
    last_error: string | null
  }
  webhooks: {
    id: string
    org_id: string
    url: string
    events: string[]
    active: boolean
    description: string | null
    secret: Buffer
    secret_version: Generated<number>
    secret_prefix: string
    last_delivery_at: Timestamp | null
    last_delivery_status: string | null
    failing_since: Timestamp | null
    deactivated_at: Timestamp | null
    deactivation_reason: string | null
    created_at: Timestamp
    updated_at: Timestamp
    previous_secret: Buffer | null
    previous_secret_until: Timestamp | null
  }
  weekly_mails: {
    agent_key: number
    org_id: string
    user_id: string
    subscribed: boolean
    time_zone: string
    day: number
    hour: number
    unsubscribe_token: string
    next_at: Timestamp | null
    begun_for: Timestamp | null
    sent_for: Timestamp | null
    sent_at: Timestamp | null
    problem: string | null
    updated_at: Timestamp
    due_at: Timestamp | null
    lease_token: string | null
    attempts: Generated<number>
    crashes: Generated<number>
    last_error: string | null
  }
  work_lanes: {
    kind: string
    lane: string
    ready_at: Timestamp | null
    lease_token: string | null
    version: Generated<number>
    crashes: Generated<number>
  }
}
