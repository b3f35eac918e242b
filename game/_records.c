/* Faster named tuples and frozen dataclasses, for the compiled build only (game/binaries.py).

   `install_fast_constructors` gives a class a constructor in C and, if it is a named tuple, a `_replace` in C. Both give exactly what the
   standard library gives, without a frame of Python. A call that they do not expect goes to the class's own code, which
   raises the usual error. */

#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <structmember.h>

#define MAX_FIELDS 64
#define MAX_CLASSES 1024 /* a power of two, several times the number of classes */

typedef struct {
    PyTypeObject *type;             /* NULL: a free place of the table */
    PyObject *names;                /* tuple of interned texts, in the order of the constructor */
    PyObject *usual_replace;        /* `_replace` of the standard library; NULL for a dataclass */
    PyObject *defaults[MAX_FIELDS]; /* NULL: the field has none */
    Py_ssize_t offsets[MAX_FIELDS]; /* of a dataclass: where an instance keeps each field, in bytes */
} Record;

static Record table[MAX_CLASSES]; /* by address of the class; classes are never removed */

/* The place of a class in the table: its own, or the free one that it would take. */
static Record *
record_of(PyTypeObject *type)
{
    size_t at = ((size_t)type >> 4) % MAX_CLASSES;
    while (table[at].type != NULL && table[at].type != type) {
        at = (at + 1) % MAX_CLASSES;
    }
    return &table[at];
}

/* The place of a field, -1 if there is none. Most names are found by identity, because they are interned. */
static Py_ssize_t
place_of(PyObject *names, PyObject *name)
{
    Py_ssize_t count = PyTuple_GET_SIZE(names);
    for (Py_ssize_t at = 0; at < count; at++) {
        if (PyTuple_GET_ITEM(names, at) == name) {
            return at;
        }
    }
    for (Py_ssize_t at = 0; at < count; at++) {
        if (PyUnicode_Compare(PyTuple_GET_ITEM(names, at), name) == 0) {
            return at;
        }
    }
    return -1;
}

/* A new instance with these values, which are borrowed. */
static PyObject *
instance_of(Record *record, PyObject **values)
{
    Py_ssize_t count = PyTuple_GET_SIZE(record->names);
    int is_tuple = record->usual_replace != NULL;
    PyObject *made = record->type->tp_alloc(record->type, is_tuple ? count : 0);
    if (made == NULL) {
        return NULL;
    }
    for (Py_ssize_t at = 0; at < count; at++) {
        if (is_tuple) {
            PyTuple_SET_ITEM(made, at, Py_NewRef(values[at]));
        } else {
            *(PyObject **)((char *)made + record->offsets[at]) = Py_NewRef(values[at]);
        }
    }
    return made;
}

/* Puts keyword arguments in their places. 0 if a name is unknown, or its place is below `first`. */
static int
place_keywords(Record *record, PyObject **values, PyObject *const *keywords, PyObject *names, Py_ssize_t first)
{
    Py_ssize_t count = names == NULL ? 0 : PyTuple_GET_SIZE(names);
    for (Py_ssize_t i = 0; i < count; i++) {
        Py_ssize_t at = place_of(record->names, PyTuple_GET_ITEM(names, i));
        if (at < first) {
            return 0;
        }
        values[at] = keywords[i];
    }
    return 1;
}

/* callable(*args, **keywords) by the slower protocol, which does not look at a vectorcall function. */
static PyObject *
call_usual(ternaryfunc call, PyObject *callable, PyObject *const *args, Py_ssize_t positional, PyObject *names)
{
    PyObject *result = NULL, *tuple = PyTuple_New(positional), *keywords = PyDict_New();
    if (tuple == NULL || keywords == NULL) {
        goto done;
    }
    for (Py_ssize_t at = 0; at < positional; at++) {
        PyTuple_SET_ITEM(tuple, at, Py_NewRef(args[at]));
    }
    for (Py_ssize_t i = 0; names != NULL && i < PyTuple_GET_SIZE(names); i++) {
        if (PyDict_SetItem(keywords, PyTuple_GET_ITEM(names, i), args[positional + i]) < 0) {
            goto done;
        }
    }
    result = call(callable, tuple, keywords);
done:
    Py_XDECREF(tuple);
    Py_XDECREF(keywords);
    return result;
}

/* cls(*args, **keywords) */
static PyObject *
construct(PyObject *cls, PyObject *const *args, size_t flagged, PyObject *names)
{
    Record *record = record_of((PyTypeObject *)cls);
    Py_ssize_t positional = PyVectorcall_NARGS(flagged), count = PyTuple_GET_SIZE(record->names);
    PyObject *values[MAX_FIELDS];
    if (positional > count) {
        goto usual;
    }
    for (Py_ssize_t at = 0; at < count; at++) {
        values[at] = at < positional ? args[at] : record->defaults[at];
    }
    if (!place_keywords(record, values, args + positional, names, positional)) {
        goto usual;
    }
    for (Py_ssize_t at = positional; at < count; at++) {
        if (values[at] == NULL) {
            goto usual;
        }
    }
    return instance_of(record, values);
usual:
    return call_usual(PyType_Type.tp_call, cls, args, positional, names);
}

/* self._replace(**changes) */
static PyObject *
replace(PyObject *self, PyObject *const *args, Py_ssize_t positional, PyObject *names)
{
    Record *record = record_of(Py_TYPE(self));
    PyObject *values[MAX_FIELDS];
    if (record->type == NULL || positional > 0) {
        PyErr_SetString(PyExc_TypeError, "_replace() takes the fields of the class itself, by keyword");
        return NULL;
    }
    for (Py_ssize_t at = 0; at < PyTuple_GET_SIZE(record->names); at++) {
        values[at] = PyTuple_GET_ITEM(self, at);
    }
    if (place_keywords(record, values, args, names, 0)) {
        return instance_of(record, values);
    }
    PyObject *method = PyMethod_New(record->usual_replace, self);
    if (method == NULL) {
        return NULL;
    }
    PyObject *result = call_usual(Py_TYPE(method)->tp_call, method, args, 0, names);
    Py_DECREF(method);
    return result;
}

static PyMethodDef replace_method = {
    "_replace", (PyCFunction)(void (*)(void))replace, METH_FASTCALL | METH_KEYWORDS,
    "A copy of the named tuple with other values in some fields.",
};

/* Where instances of a dataclass with slots keep a field; -1 and an exception if the field has no slot. */
static Py_ssize_t
offset_of(PyObject *cls, PyObject *name)
{
    PyObject *slot = PyObject_GetAttr(cls, name);
    if (slot == NULL) {
        return -1;
    }
    Py_ssize_t offset = -1;
    if (Py_IS_TYPE(slot, &PyMemberDescr_Type) && ((PyMemberDescrObject *)slot)->d_member->type == T_OBJECT_EX) {
        offset = ((PyMemberDescrObject *)slot)->d_member->offset;
    } else {
        PyErr_Format(PyExc_TypeError, "%R of %R is no slot", name, cls);
    }
    Py_DECREF(slot);
    return offset;
}

/* install_fast_constructors(cls, names, defaults): see the module's documentation. Raises TypeError. */
static PyObject *
install_fast_constructors(PyObject *module, PyObject *args)
{
    PyTypeObject *type;
    PyObject *names, *defaults;
    if (!PyArg_ParseTuple(args, "O!O!O!", &PyType_Type, &type, &PyTuple_Type, &names, &PyDict_Type, &defaults)) {
        return NULL;
    }
    Record *record = record_of(type);
    int is_tuple = PyType_IsSubtype(type, &PyTuple_Type);
    if (record->type != NULL) {
        Py_RETURN_NONE;
    }
    if (PyTuple_GET_SIZE(names) > MAX_FIELDS) {
        return PyErr_Format(PyExc_TypeError, "%R has too many fields", type);
    }
    for (Py_ssize_t at = 0; at < PyTuple_GET_SIZE(names); at++) {
        PyObject *name = PyTuple_GET_ITEM(names, at);
        if (!is_tuple && (record->offsets[at] = offset_of((PyObject *)type, name)) < 0) {
            return NULL;
        }
        record->defaults[at] = Py_XNewRef(PyDict_GetItemWithError(defaults, name));
    }
    if (is_tuple) {
        PyObject *method = PyDescr_NewMethod(type, &replace_method);
        record->usual_replace = PyObject_GetAttrString((PyObject *)type, "_replace");
        if (method == NULL || record->usual_replace == NULL) {
            return NULL;
        }
        if (PyObject_SetAttrString((PyObject *)type, "_replace", method) < 0) {
            return NULL;
        }
        Py_DECREF(method);
    }
    record->names = Py_NewRef(names);
    record->type = (PyTypeObject *)Py_NewRef(type);
    type->tp_vectorcall = construct;
    Py_RETURN_NONE;
}

static PyMethodDef functions[] = {
    {"install_fast_constructors", install_fast_constructors, METH_VARARGS,
     "install_fast_constructors(cls, names, defaults): give a named tuple or a frozen dataclass with slots a constructor in C.\n\n"
     "`names`: its fields, in order; `defaults`: by name. Raises TypeError."},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "game._records", "Faster named tuples and frozen dataclasses.", -1, functions,
    NULL, NULL, NULL, NULL,
};

PyMODINIT_FUNC
PyInit__records(void)
{
    return PyModule_Create(&definition);
}
