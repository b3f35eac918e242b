"""openapi.yaml, made from the code: operations, headers, schemas, and the document as a whole."""
