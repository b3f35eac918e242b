// What the scripts of the page must keep to besides their types. `make check` runs it.

const UNSAFE = ["innerHTML", "outerHTML", "insertAdjacentHTML", "srcdoc", "write", "writeln"];
const SERVICE = "only client.js talks to the service";

export default [
  {
    files: ["service/web/**/*.js", "tests/web/unit/**/*.js"],
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules: {
      "array-callback-return": "error",
      "complexity": ["error", 25],
      "consistent-return": "off", // tsc knows better
      "curly": ["error", "multi-line"],
      "default-case-last": "error",
      "eqeqeq": "error",
      "max-lines": ["error", 300],
      "no-alert": "error",
      "no-console": ["error", { allow: ["error"] }],
      "no-else-return": "error",
      "no-eval": "error",
      "no-implied-eval": "error",
      "no-new-func": "error",
      "no-restricted-imports": ["error", { patterns: [{ regex: "^[^.]", message: "imports are relative" }] }],
      "no-restricted-properties": ["error", ...UNSAFE.map((property) => ({ property, message: "build elements by dom.js" }))],
      "no-self-compare": "error",
      "no-sequences": "error",
      "no-unmodified-loop-condition": "error",
      "no-unneeded-ternary": "error",
      "no-unreachable": "error",
      "no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_" }],
      "no-useless-assignment": "error",
      "no-useless-catch": "error",
      "no-useless-rename": "error",
      "no-useless-return": "error",
      "no-var": "error",
      "no-warning-comments": "error",
      "object-shorthand": "error",
      "only-throw-error": "off",
      "prefer-const": ["error", { destructuring: "all" }],
      "prefer-object-spread": "error",
      "radix": "error",
    },
  },
  {
    files: ["service/web/**/*.js"],
    ignores: ["service/web/client.js", "service/web/language/texts.js"], // texts are files of the page
    rules: {
      "no-restricted-globals": [
        "error",
        ...["fetch", "EventSource", "WebSocket", "XMLHttpRequest"].map((name) => ({ name, message: SERVICE })),
        ...["event", "name", "status", "top", "parent", "self"].map((name) => ({ name, message: "a global of old" })),
      ],
    },
  },
  { files: ["tests/web/unit/**/*.js"], rules: { "no-restricted-imports": "off" } },
];
