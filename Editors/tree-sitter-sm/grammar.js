/// The grammar of `.sm` files. What is Swift in them is read as a whole by `src/scanner.c`, up to the bracket, the
/// comma or the line's end that ends it; `queries/injections.scm` gives it to the grammar of Swift.
///
/// All keywords are contextual. Tree-sitter reads a word as a keyword only where the keyword may stand; `_word` has
/// those that may begin a statement, and are names before `->`, `:`, `,`, `.` and `(`.

const list = (rule) => seq(rule, repeat(seq(',', rule)));

const ACCESS = ['public', 'package', 'internal', 'fileprivate', 'private'];

/// The keywords that begin a statement of a body, and are the names of states elsewhere.
const STATEMENT_WORDS = [
  'initial', 'final', 'state', 'choice', 'region', 'group', 'event', 'output', 'let', 'var', 'guard', 'effect',
  'typealias', 'entry', 'exit', 'do', 'unhandled', 'defer', 'wrapper', 'history', 'swift', 'interface', 'action',
  'never', 'invariant', 'within', 'try', 'can', 'was',
];

// Bytes beyond ASCII make names.
const NAME = /[^\x00-@\[-\^\x60{-\x7f\ufeff][^\x00-#%-\/:-@\[-\^\x60{-\x7f\ufeff]*|\x60[^\x60\r\n]+\x60/;

module.exports = grammar({
  name: 'sm',

  extras: $ => [/\s/, '\ufeff', $.documentation, $.line_comment, $.block_comment],

  externals: $ => [
    $._end, $._swift_paren, $._swift_bracket, $._swift_brace, $._swift_angle, $._swift_line, $._swift_expression,
    $._swift_type, $._swift_default, $._swift_string, $._swift_head, $._here, $._break, $.block_comment,
    $._error_sentinel,
  ],

  word: $ => $.identifier,

  conflicts: $ => [],

  rules: {
    source_file: $ => repeat(choice(';', seq($._file_item, $._end))),

    _file_item: $ => choice($.import, $.machine, $.swift_block, $.directive),

    import: $ => seq(
      repeat($.attribute), optional($.access), 'import', $._here, alias($._swift_line, $.module)),

    // A line of its own: the machines between two of them are not its content.
    directive: $ => choice(seq(choice('#if', '#elseif'), $._here, $._line), '#else', '#endif'),

    machine: $ => seq(
      repeat($.attribute),
      choice(seq(optional($.access), optional('nonisolated')), seq('nonisolated', $.access)),
      'machine', $._machine_name,
      optional(seq('in', $.type_path)),
      optional(seq(choice(':', 'where'), alias($._swift_head, $.head))),
      field('body', $.body)),
    _machine_name: $ => seq(field('name', $.identifier), optional($.generics), optional($._formers)),

    body: $ => seq('{', repeat(choice(';', seq($._machine_item, $._end))), '}'),
    _inner_body: $ => seq('{', repeat(choice(';', seq($._state_item, $._end))), '}'),

    _machine_item: $ => choice(
      $._body_item, $.group, $.events, $.outputs, $.property, $.named_guard, $.named_effect, $.typealias, $.unhandled,
      $.wrapper, $.swift_block, $.interface, $.action, $.never, $.invariant, $.within, $.possibility, $.reachability,
      $.try_event, $.try_init),
    _state_item: $ => choice($._body_item, $.entry, $.exit, $.activity, $.defer, $.history_default),
    _body_item: $ => choice(
      $.states, $.choices, $.region, $.former_state, $.initial_transition, $.transition,
      alias($._row_of_initial, $.transition)),

    // Declarations

    // What older versions call what stands before.
    _formers: $ => repeat1(seq('was', field('former', $.identifier))),
    // A state that only older versions have.
    former_state: $ => seq('was', field('name', $.identifier), optional($.parameters), '->', $.target),

    states: $ => choice(
      seq('initial', optional('final'), 'state', $.state), seq(optional('final'), 'state', list($.state))),

    state: $ => seq(
      $._payload_name, optional(seq(':', field('machine', $.type_path))),
      optional(field('body', alias($._inner_body, $.body)))),
    _payload_name: $ => seq(field('name', $.identifier), optional($.parameters), optional($._formers)),

    choices: $ => seq('choice', list($.choice)),
    choice: $ => field('name', $.identifier),

    region: $ => seq(
      'region', field('name', $.identifier), optional($._formers), field('body', alias($._inner_body, $.body))),

    group: $ => seq('group', field('name', $.identifier), '=', list($.path)),

    events: $ => seq(repeat($.attribute), optional($.access), 'event', list($.event)),
    event: $ => seq(
      field('name', $.identifier), optional($.generics), optional($._method),
      optional(seq('where', $._type, optional($._default))),
      optional($.unhandled)),
    // The result may begin the next line, except after names: the scanner asks whether a break may stand there.
    _method: $ => choice(
      $._result,
      seq(optional($.parameters), $._formers, optional($._result)),
      seq(
        choice($.parameters, seq(optional($.parameters), optional($._formers), $.throws)),
        optional(seq(optional($._break), $._result)))),
    _result: $ => seq('->', $._type, optional($._default)),
    throws: $ => seq('throws', optional(seq('(', alias($._swift_paren, $.swift_type), ')'))),
    _default: $ => seq('=', alias($._swift_default, $.swift)),

    outputs: $ => seq('output', list($.output), optional(seq('->', $.sent_events))),
    output: $ => seq($._payload_name, optional(choice('async', 'stream'))),
    sent_events: $ => list($._sent_event),
    // `also` before an event, or an event that is called so.
    _sent_event: $ => seq(optional('also'), choice($.event_name, alias($._also, $.event_name))),
    _also: $ => alias('also', $.identifier),
    event_name: $ => $.identifier,

    action: $ => seq(
      repeat($.attribute), optional($.access), 'action', field('name', $.identifier),
      optional(seq(':', alias($._swift_head, $.head))),
      '{', repeat(';'), repeat(seq($.answer, choice(',', ';', $._end), repeat(choice(',', ';')))), '}'),
    answer: $ => seq(
      choice(seq(optional('case'), field('name', $.identifier)), field('name', alias('case', $.identifier))),
      optional($.parameters)),

    property: $ => seq(
      choice(
        seq(optional('private'), choice('let', 'var')),
        seq(alias(/private[ \t]*\([ \t]*set[ \t]*\)/, 'private'), 'var')),
      field('name', $.identifier), optional($._formers), ':', $._type, optional(seq('=', $._expression))),

    named_guard: $ => seq('guard', field('name', $.identifier), '=', $._line),
    named_effect: $ => seq('effect', field('name', $.identifier), optional($.parameters), '=', $.effects),
    typealias: $ => seq(
      'typealias', field('name', $.identifier), optional($.generics), '=', alias($._swift_line, $.swift_type)),

    interface: $ => seq('interface', list($.identifier)),

    unhandled: $ => seq('unhandled', choice(
      'ignore', 'error',
      seq(choice('assert', 'trap'), optional($._string)),
      seq('throw', optional(seq($._here, $._expression))))),

    wrapper: $ => seq(
      optional($.access), 'wrapper', repeat($.attribute),
      choice('none', seq(choice('class', 'actor', 'struct'), optional(field('name', $.identifier))))),

    swift_block: $ => seq('swift', '{', optional(alias($._swift_brace, $.swift)), '}'),

    // What states do

    entry: $ => seq('entry', optional($.guard), '/', $.effects),
    exit: $ => seq('exit', optional($.guard), '/', $.effects),
    activity: $ => seq('do', '/', $.effects),
    defer: $ => seq('defer', list($.event_name)),

    // Statements for tests

    never: $ => seq('never', choice(seq($._claimed, optional($._asked)), $._asked)),
    invariant: $ => seq('invariant', optional($._claimed), $._asked),
    within: $ => seq('within', optional($._claimed), $._asked),
    possibility: $ => seq('can', 'be', $._claimed, optional($._asked)),
    reachability: $ => seq(choice($.wildcard, $.sources, alias($._can_alone, $.sources)), 'can', 'reach', list($.path)),
    // A state that is called `can`.
    _can_alone: $ => alias($._can_source, $.source),
    _can_source: $ => alias($._can_path, $.path),
    _can_path: $ => alias('can', $.identifier),
    try_event: $ => seq('try', $.event_name, optional($.arguments), optional($._asked)),
    try_init: $ => seq('try', 'init', $.arguments),
    _claimed: $ => choice($.wildcard, alias($._listed, $.sources)),
    _listed: $ => list($.source),

    // Rows

    initial_transition: $ => seq('initial', '->', $.targets, optional(seq('/', $.effects))),
    // With a label, it is a row of a state that is called `initial`.
    _row_of_initial: $ => seq(alias('initial', $.identifier), '->', $.targets, ':', $._label),
    history_default: $ => seq('history', '->', $.targets, optional(seq('/', $.effects))),

    transition: $ => seq(
      optional(choice($.wildcard, $.sources, alias($._word_alone, $.sources))), optional(seq('->', $.targets)), ':',
      $._label),

    wildcard: $ => seq(
      '*', optional(choice(seq('except', list($.path)), seq(',', list($.source))))),
    sources: $ => choice(
      seq(alias($._first_source, $.source), repeat(seq(',', $.source))),
      seq(alias($._word_source, $.source), repeat1(seq(',', $.source)))),
    _first_source: $ => choice(
      seq(alias($._first_path, $.path), optional($.arguments)), seq(alias($._word, $.path), $.arguments)),
    _first_path: $ => choice(
      seq($._source_name, repeat(seq('.', $.identifier))), seq($._word, repeat1(seq('.', $.identifier)))),
    _source_name: $ => choice($.identifier, ...ACCESS.map(word => alias(word, $.identifier))),
    // Alone, a keyword is no source before `can`: `state can` declares a state.
    _word_alone: $ => alias($._word_source, $.source),
    _word_source: $ => alias($._word, $.path),
    // An arrow from `initial` or `history` is that of a pseudostate.
    _word: $ => prec(-1, choice(...STATEMENT_WORDS.map(word => alias(word, $.identifier)))),
    source: $ => seq($.path, optional($.arguments)),
    path: $ => seq($.identifier, repeat(seq('.', $.identifier))),

    targets: $ => list($.target),
    target: $ => seq($._step, repeat(seq('.', choice($._step, $.history)))),
    _step: $ => seq($.identifier, optional($.arguments)),
    history: _ => choice('history', 'deepHistory'),

    _label: $ => choice(
      seq($.triggers, optional($.guard), optional(seq('/', $.effects))),
      seq($.guard, optional(seq('/', $.effects))),
      seq('/', $.effects)),

    triggers: $ => list($._trigger),
    _trigger: $ => choice($.timer, $.always, $.done, $.trigger),
    trigger: $ => seq(field('event', $.event_name), optional($.arguments)),
    timer: $ => seq(choice('after', 'every'), choice($.duration, alias($._interval, $.arguments))),
    _interval: $ => seq('(', alias($._swift_paren, $.swift_arguments), ')'),
    duration: _ => /[0-9]+(\.[0-9]+)?(ns|us|ms|s|min|h)/,
    always: _ => 'always',
    done: $ => seq('done', optional($.arguments)),

    guard: $ => seq('[', choice('else', $._condition), ']'),
    _asked: $ => alias($._asked_guard, $.guard),
    _asked_guard: $ => seq('[', $._condition, ']'),
    _condition: $ => alias($._swift_bracket, $.swift),

    // Effects

    effects: $ => list($._effect),
    _effect: $ => choice($.block, $.raise, $.trap, $.throw, $.return, $.assignment, $.call),
    block: $ => seq('{', optional(alias($._swift_brace, $.swift)), '}'),
    raise: $ => seq('raise', $.event_name, optional($.arguments)),
    trap: $ => seq('trap', optional(choice($.arguments, $._string))),
    // What they need begins in their line.
    throw: $ => seq('throw', $._here, $._expression),
    return: $ => seq('return', $._here, $._expression),
    assignment: $ => seq(
      $.identifier, optional(seq(repeat($._unwrap), repeat1($.part))),
      choice('=', '+=', '-=', '*=', '/=', '%=', '&=', '|=', '^=', '<<=', '>>=', '&+=', '&-=', '&*=', '&<<=', '&>>='),
      $._expression),
    part: $ => seq(
      choice(seq('.', choice($.identifier, alias(/[0-9]+/, $.index))), seq('[', $._condition, ']')), repeat($._unwrap)),
    _unwrap: _ => choice('?', '!'),
    call: $ => seq(field('name', $.identifier), optional($.arguments)),

    // Pieces of Swift

    _line: $ => alias($._swift_line, $.swift),
    _expression: $ => alias($._swift_expression, $.swift),
    _string: $ => alias($._swift_string, $.swift),
    _type: $ => alias($._swift_type, $.swift_type),
    parameters: $ => seq('(', optional(alias($._swift_paren, $.swift_parameters)), ')'),
    arguments: $ => seq('(', optional(alias($._swift_paren, $.swift_arguments)), ')'),
    generics: $ => seq('<', alias($._swift_angle, $.swift_type), '>'),
    type_path: $ => prec.right(seq(
      $.identifier, repeat(choice(seq('.', $.identifier), $.generics)))),
    attribute: $ => seq(
      '@', alias(token.immediate(NAME), $.identifier),
      optional(seq(token.immediate('('), optional(alias($._swift_paren, $.swift_arguments)), ')')),
      repeat(';')),

    access: _ => choice(...ACCESS),

    identifier: _ => NAME,

    documentation: _ => token(prec(1, /\/\/\/([^\/\r\n][^\r\n]*)?/)),
    line_comment: _ => token(/\/\/[^\r\n]*/),
    // The scanner reads those that nest.
    block_comment: _ => token(/\/\*([^*]|\*+[^*\/])*\*+\//),
  },
});
